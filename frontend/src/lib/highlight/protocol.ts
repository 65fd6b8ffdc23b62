import type { Language } from './languages';

export interface Request {
  id: number;
  text: string;
  language: Language;
}

/** Offset, length, index in classes. Text outside of tokens has no colour. */
export type Token = [number, number, number];

export interface Coloured {
  id: number;
  /** Null if it could not be coloured. */
  tokens: Token[] | null;
}

/** The CSS classes of the page, with the names of the colours in the theme. */
export const classes = [
  { name: 'tok-keyword', names: ['keyword'] },
  { name: 'tok-string', names: ['string', 'string-expression'] },
  { name: 'tok-number', names: ['constant'] },
  { name: 'tok-function', names: ['function'] },
  { name: 'tok-comment', names: ['comment'] },
  { name: 'tok-type', names: ['parameter', 'link'] },
];

export function tokenClass(token: Token): string {
  return classes[token[2]]?.name ?? '';
}
