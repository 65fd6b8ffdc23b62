import { MarkKind } from '../../lib/backend/types';
import type { Lane, TimelineRow } from '../../model/timeline/lanes';
import { pieces } from '../../model/timeline/lanes';
import type { View } from '../../model/timeline/scale';
import { DAY, dayBands, ticks, widthOf } from '../../model/timeline/scale';

/** The current values of the tokens that the timeline is drawn with. */
export interface Palette {
  lanes: string[];
  text: string;
  muted: string;
  faint: string;
  line: string;
  strong: string;
  ground: string;
  band: string;
  danger: string;
  note: string;
  accent: string;
  font: string;
  /** The zoom factor of the window. */
  scale: number;
}

export function paletteOf(element: Element, scale: number): Palette {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    lanes: ['', ...Array.from({ length: 8 }, (_, i) => token(`--lane-${String(i + 1)}`))],
    text: token('--text'),
    muted: token('--text-muted'),
    faint: token('--text-placeholder'),
    line: token('--border-variant'),
    strong: token('--border'),
    ground: token('--surface'),
    band: token('--element-hover'),
    danger: token('--danger'),
    note: token('--text-accent'),
    accent: token('--accent'),
    font: `${String(11 * scale)}px ${style.fontFamily}`,
    scale,
  };
}

/** Sizes a canvas for the screen's resolution and clears it; null without a context. */
export function sized(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const g = canvas.getContext('2d');
  g?.setTransform(ratio, 0, 0, ratio, 0, 0);
  g?.clearRect(0, 0, width, height);
  return g;
}

/** Draws the axis with its ticks. */
export function paintAxis(
  g: CanvasRenderingContext2D,
  view: View,
  width: number,
  p: Palette,
  now: number,
): void {
  g.font = p.font;
  g.textBaseline = 'middle';
  const x = across(view, width);
  let free = -Infinity;
  for (const tick of ticks(view, width)) {
    const at = x(tick.at);
    // Skip labels that would be cut off at the left, or overlap.
    if (at < -5 || at < free) continue;
    g.fillStyle = tick.major ? p.text : p.faint;
    g.fillText(tick.label, Math.round(at) + 5, 15 * p.scale);
    free = at + g.measureText(tick.label).width + 12;
    g.fillStyle = tick.major ? p.strong : p.line;
    g.fillRect(Math.round(at), 8 * p.scale, 1, 22 * p.scale);
  }
  const today = x(now);
  if (today >= 0 && today <= width) {
    g.fillStyle = p.accent;
    g.beginPath();
    g.arc(today, 27 * p.scale, 2.5, 0, 7);
    g.fill();
  }
}

const across =
  (view: View, width: number) =>
  (ms: number): number =>
    ((ms - view.from) / widthOf(view)) * width;

export interface Scene {
  view: View;
  rows: readonly TimelineRow[];
  /** The height of a row. */
  height: number;
  /** The scroll offset. */
  top: number;
  /** The index of the row under the pointer, or of the cursor. */
  highlight: number;
  span: View | null;
  now: number;
}

/** Draws the visible rows. */
export function paintRows(
  g: CanvasRenderingContext2D,
  scene: Scene,
  width: number,
  room: number,
  p: Palette,
): void {
  const { view, rows, height, top } = scene;
  const x = across(view, width);
  ground(g, scene, width, room, p);
  const first = Math.max(0, Math.floor(top / height) - 1);
  const last = Math.min(rows.length, Math.ceil((top + room) / height) + 1);
  const painter = new Painter(g, scene, width, p);
  for (let i = first; i < last; i++) {
    const row = rows[i];
    if (row?.type === 'lane') painter.lane(row.lane, i * height - top, i === scene.highlight);
    else if (row?.type === 'project') painter.sum(row.sum, i * height - top, row.folded);
  }
  painter.joins(first, last);
  if (scene.span) {
    g.globalAlpha = 0.62;
    g.fillStyle = p.ground;
    const [from, to] = [x(scene.span.from), x(scene.span.to)];
    if (from > 0) g.fillRect(0, 0, Math.min(from, width), room);
    if (to < width) g.fillRect(Math.max(0, to), 0, width - Math.max(0, to), room);
    g.globalAlpha = 0.8;
    g.fillStyle = p.accent;
    for (const at of [from, to]) if (at >= 0 && at <= width) g.fillRect(Math.round(at), 0, 1, room);
    g.globalAlpha = 1;
  }
}

/** Draws weekends, grid lines and the current time. */
function ground(
  g: CanvasRenderingContext2D,
  { view, now }: Scene,
  width: number,
  room: number,
  p: Palette,
): void {
  const x = across(view, width);
  if ((width * DAY) / widthOf(view) > 7) {
    g.fillStyle = p.band;
    for (const band of dayBands(view))
      if (band.weekend) g.fillRect(x(band.from), 0, x(band.to) - x(band.from), room);
  }
  for (const tick of ticks(view, width)) {
    g.fillStyle = tick.major ? p.strong : p.line;
    g.fillRect(Math.round(x(tick.at)), 0, 1, room);
  }
  g.globalAlpha = 0.55;
  g.fillStyle = p.accent;
  g.fillRect(Math.round(x(now)), 0, 1, room);
  g.globalAlpha = 1;
}

/** The records per hour at which a bar has its full height. */
const BUSY = 320;
/** The minimum width of a piece, in pixels. */
const NARROWEST = 4;
/** The minimum distance between signs of one kind, in pixels. */
const SIGNS_APART = 9;

class Painter {
  private readonly x: (ms: number) => number;
  private readonly least: number;

  constructor(
    private readonly g: CanvasRenderingContext2D,
    private readonly scene: Scene,
    private readonly width: number,
    private readonly p: Palette,
  ) {
    this.x = across(scene.view, width);
    this.least = (NARROWEST * widthOf(scene.view)) / width;
  }

  lane(lane: Lane, y: number, highlight: boolean): void {
    const { g, p, x, width } = this;
    const colour = p.lanes[lane.colour] ?? p.muted;
    const middle = y + this.scene.height / 2;
    const [from, to] = [x(lane.from), x(lane.to)];
    if (to < -20 || from > width + 20) {
      this.beyond(to < 0, middle, colour);
      return;
    }
    g.fillStyle = colour;
    g.globalAlpha = highlight ? 0.75 : 0.4;
    g.fillRect(from, middle - 0.75, Math.max(1, to - from), 1.5);
    g.globalAlpha = highlight ? 1 : 0.88;
    this.bars(lane, middle);
    g.globalAlpha = 1;
    this.signs(lane, y, colour);
  }

  /** Draws the activity of a project, faint if its chats are shown below. */
  sum(lane: Lane, y: number, folded: boolean): void {
    const { g, p } = this;
    g.fillStyle = p.lanes[lane.colour] ?? p.muted;
    g.globalAlpha = folded ? 0.9 : 0.38;
    this.bars(lane, y + this.scene.height / 2);
    g.globalAlpha = 1;
  }

  /** Draws an arrow to a lane outside of the visible range. */
  private beyond(before: boolean, middle: number, colour: string): void {
    const { g, width } = this;
    const [tip, by] = before ? [3, 5] : [width - 3, -5];
    g.globalAlpha = 0.5;
    g.strokeStyle = colour;
    g.lineWidth = 1.5;
    g.beginPath();
    g.moveTo(tip + by, middle - 3.5);
    g.lineTo(tip, middle);
    g.lineTo(tip + by, middle + 3.5);
    g.stroke();
    g.globalAlpha = 1;
  }

  private bars(lane: Lane, middle: number): void {
    const { g, p, scene, x, width, least } = this;
    const { ms, at, rate, failed } = pieces(lane, least);
    const [thin, room] = [3, this.scene.height * 0.62];
    const wide = (ms * width) / widthOf(scene.view);
    const gap = wide > 5 ? 1 : 0;
    const round = wide > 4;
    const colour = g.fillStyle;
    for (const [i, start] of at.entries()) {
      const left = x(start);
      if (left > width || left + wide < 0) continue;
      const high = thin + (room - thin) * Math.sqrt(Math.min(1, (rate[i] ?? 0) / BUSY));
      const across = Math.max(1.5, wide - gap);
      if (round) {
        g.beginPath();
        g.roundRect(left, middle - high / 2, across, high, Math.min(2, across / 2));
        g.fill();
      } else g.fillRect(left, middle - high / 2, across, high);
      const bad = failed[i] ?? 0;
      if (bad > 0 && ms <= 3_600_000) {
        g.fillStyle = p.danger;
        g.fillRect(left, middle + high / 2 + 1, Math.max(1.5, Math.min(1, bad * 4) * across), 1.5);
        g.fillStyle = colour;
      }
    }
  }

  private signs(lane: Lane, y: number, colour: string): void {
    const last = new Map<number, number>();
    for (const { kind, at } of lane.marks) {
      const x = this.x(at);
      if (x < -8 || x > this.width + 8 || x - (last.get(kind) ?? -Infinity) < SIGNS_APART) continue;
      last.set(kind, x);
      this.sign(kind, x, y, colour);
    }
  }

  private sign(kind: number, x: number, y: number, colour: string): void {
    const { g, p } = this;
    const middle = y + this.scene.height / 2;
    const up = y + 4;
    g.lineWidth = 1.6;
    g.strokeStyle = colour;
    g.beginPath();
    if (kind === MarkKind.resume) {
      g.fillStyle = p.ground;
      g.arc(x, middle, 3.6, 0, 7);
      g.fill();
    } else if (kind === MarkKind.rewind) {
      g.strokeStyle = p.text;
      g.lineWidth = 1.2;
      g.arc(x, up + 1, 3, Math.PI, 0.4);
      g.moveTo(x - 5, up - 1);
      g.lineTo(x - 3, up + 2);
      g.lineTo(x - 0.6, up - 0.4);
    } else if (kind === MarkKind.compaction) {
      g.strokeStyle = p.muted;
      g.lineWidth = 1;
      g.setLineDash([2, 2]);
      g.moveTo(Math.round(x) + 0.5, y + 2);
      g.lineTo(Math.round(x) + 0.5, y + this.scene.height - 2);
    } else if (kind === MarkKind.note) {
      g.fillStyle = p.note;
      g.strokeStyle = p.ground;
      g.lineWidth = 1;
      g.moveTo(x - 3.5, up - 4);
      g.lineTo(x + 3.5, up - 4);
      g.lineTo(x + 3.5, up + 5);
      g.lineTo(x, up + 2);
      g.lineTo(x - 3.5, up + 5);
      g.closePath();
      g.fill();
    } else {
      g.strokeStyle = p.danger;
      g.moveTo(x - 2.5, up - 2.5);
      g.lineTo(x + 2.5, up + 2.5);
      g.moveTo(x + 2.5, up - 2.5);
      g.lineTo(x - 2.5, up + 2.5);
    }
    g.stroke();
    g.setLineDash([]);
  }

  /** Draws the lines from parents to their branches. */
  joins(first: number, last: number): void {
    const { g, p, scene, x } = this;
    const rowOf = new Map<Lane, number>();
    // A parent is above its branches, and may be above the visible rows.
    for (let i = Math.max(0, first - 60); i < Math.min(scene.rows.length, last + 60); i++) {
      const row = scene.rows[i];
      if (row?.type === 'lane') rowOf.set(row.lane, i);
    }
    g.lineWidth = 1.5;
    for (const [lane, i] of rowOf) {
      const above = lane.parent && rowOf.get(lane.parent);
      if (above === null || above === undefined) continue;
      const y = (row: number) => row * this.scene.height - scene.top + this.scene.height / 2;
      const from = x(lane.fork === 0 ? lane.from : Math.min(lane.fork, lane.from));
      const to = x(lane.from);
      const bend = Math.max(7, Math.min(22, (to - from) / 2));
      const colour = p.lanes[lane.colour] ?? p.muted;
      g.strokeStyle = colour;
      g.globalAlpha = 0.75;
      g.beginPath();
      g.moveTo(from, y(above));
      g.bezierCurveTo(from + bend, y(above), from, y(i), Math.max(to, from + bend), y(i));
      g.stroke();
      g.globalAlpha = 1;
      g.fillStyle = p.ground;
      g.beginPath();
      g.arc(from, y(above), 3.6, 0, 7);
      g.fill();
      g.stroke();
    }
  }
}
