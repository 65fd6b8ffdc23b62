import type { Language } from './languages';

export interface Request {
  id: number;
  text: string;
  language: Language;
}

/** Offset, length, index into classes. What is in no token stays plain. */
export type Token = [number, number, number];

export interface Coloured {
  id: number;
  /** Null where it could not be coloured this time. */
  tokens: Token[] | null;
}

/** What the theme calls its colours, and the class that the page gives them. */
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
