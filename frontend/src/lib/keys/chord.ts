import { isMac } from './mac';
import { pressed } from './press';

const MODIFIERS = new Set(['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'CapsLock', 'Dead', '']);

/** The chord of a pressed key in the notation of commands; null for a modifier alone. */
export function chordOf(event: KeyboardEvent): string | null {
  const key = pressed(event);
  if (MODIFIERS.has(key)) return null;
  const parts: string[] = [];
  if (isMac ? event.metaKey : event.ctrlKey) parts.push('$mod');
  if (isMac && event.ctrlKey) parts.push('Control');
  if (event.altKey) parts.push('Alt');
  const letter = /^\p{L}$/u.test(key);
  if (event.shiftKey) parts.push('Shift');
  const name =
    key === ' '
      ? 'Space'
      : letter
        ? parts.at(-1) === 'Shift' && parts.length === 1
          ? key.toUpperCase()
          : key.toLowerCase()
        : key;
  return [...parts, name].join('+');
}
