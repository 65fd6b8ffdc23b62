import { toBackendError } from '../backend/call';
import { m } from '../messages';

/** The sources of a text that are shown as drawings. */
export type Drawn = Set<string>;

/** In Drawn: the formulas of the text. No source is empty. */
const FORMULAS = '';

/** Shows the drawings of a rendered text that were shown before. */
export function redraw(node: HTMLElement, drawn: Drawn): void {
  if (drawn.size === 0) return;
  const formulas = node.querySelector<HTMLElement>('[data-draw="formulas"]');
  if (formulas && drawn.has(FORMULAS)) void drawFormulas(formulas);
  for (const button of node.querySelectorAll<HTMLElement>('[data-draw="diagram"]'))
    if (drawn.has(sourceOf(button))) void drawDiagram(button);
}

/** Draws what a button says, or shows its source again. */
export function toggleDrawing(button: HTMLElement, drawn: Drawn): void {
  if (button.dataset.draw === 'diagram') toggleDiagram(button, drawn);
  else if (drawn.delete(FORMULAS)) {
    for (const span of formulasOf(button)) span.textContent = span.dataset.source ?? span.textContent;
    button.textContent = m.markdown_show_formulas();
  } else {
    drawn.add(FORMULAS);
    void drawFormulas(button);
  }
}

const formulasOf = (button: HTMLElement) =>
  button.closest('.prose')?.querySelectorAll<HTMLElement>('.formula') ?? [];

/** A formula with an error stays source, with the error as its tip. */
async function drawFormulas(button: HTMLElement): Promise<void> {
  const { formula } = await import('../drawing/formulas');
  for (const span of formulasOf(button)) {
    const source = span.dataset.source ?? span.textContent;
    try {
      formula(source.slice(2, -2), !source.startsWith('\\('), span);
      span.dataset.source = source;
    } catch (error) {
      [span.dataset.tip = ''] = toBackendError(error).message.split('\n');
    }
  }
  button.textContent = m.markdown_show_source();
}

/** Shows the diagram of the code block that a button belongs to, or its source again. */
function toggleDiagram(button: HTMLElement, drawn: Drawn): void {
  const block = button.closest<HTMLElement>('.code-block');
  const shown = block?.querySelector('.diagram, .not-drawn');
  block?.querySelector('.not-drawn')?.remove();
  if (shown?.matches('.diagram')) {
    drawn.delete(sourceOf(button));
    shown.remove();
    block?.querySelector('pre')?.removeAttribute('hidden');
    button.textContent = m.markdown_show_diagram();
    return;
  }
  drawn.add(sourceOf(button));
  void drawDiagram(button);
}

const sourceOf = (button: HTMLElement) =>
  button.closest('.code-block')?.querySelector('code')?.textContent ?? '';

async function drawDiagram(button: HTMLElement): Promise<void> {
  const block = button.closest('.code-block');
  const code = block?.querySelector('pre');
  if (!block || !code || button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  try {
    const { diagram } = await import('../drawing/diagram');
    const dark = document.documentElement.dataset.theme === 'dark';
    const picture = document.createElement('img');
    picture.src = await diagram(sourceOf(button), dark);
    picture.alt = m.markdown_diagram();
    const ground = document.createElement('div');
    ground.className = 'diagram';
    ground.classList.toggle('dark', dark);
    ground.append(picture);
    code.hidden = true;
    block.append(ground);
    button.textContent = m.markdown_show_source();
  } catch (error) {
    // The first line names the error; the parser lists all that it would have accepted below.
    const [why = ''] = toBackendError(error).message.split('\n');
    const note = document.createElement('p');
    note.className = 'not-drawn';
    note.role = 'alert';
    note.textContent = m.markdown_diagram_failed({ why });
    code.before(note);
  } finally {
    button.ariaBusy = null;
  }
}
