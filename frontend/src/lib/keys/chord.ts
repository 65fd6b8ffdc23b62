import { isMac } from './mac';
import { pressed } from './press';

const MODIFIERS = new Set(['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'CapsLock', 'Dead', '']);

/** Names of keys whose sign means something in a chord, or moves from keyboard to keyboard. */
const NAMES: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Equal', '=': 'Equal', '-': 'Minus' };

/** The chord of a pressed key in the notation of commands; null for a modifier alone. */
export function chordOf(event: KeyboardEvent): string | null {
  const key = pressed(event);
  if (MODIFIERS.has(key)) return null;
  const parts: string[] = [];
  if (isMac ? event.metaKey : event.ctrlKey) parts.push('$mod');
  if (isMac && event.ctrlKey) parts.push('Control');
  if (event.altKey) parts.push('Alt');
  if (event.shiftKey) parts.push('Shift');
  const isLetter = /^\p{L}$/u.test(key);
  const upper = parts.length === 1 && event.shiftKey;
  return [...parts, isLetter ? (upper ? key.toUpperCase() : key.toLowerCase()) : (NAMES[key] ?? key)].join(
    '+',
  );
}

/** A stored chord in today's notation: earlier versions wrote these signs as they are. */
export const withNames = (keys: string): string =>
  keys.replace(
    /(^|[+ ])([+=-])(?= |$)/g,
    (_, before: string, sign: string) => before + (NAMES[sign] ?? sign),
  );

/** A chord without Shift if that is only needed to type its sign on this keyboard. */
export const withoutShift = (chord: string): string =>
  chord.replace(/^Shift\+(?=[^\p{L}]$|Equal$|Minus$)/u, '');
