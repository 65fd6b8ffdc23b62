/** The messages of a language that the first paint does not need (scripts/split-messages.ts). */
declare module '*?rest';
