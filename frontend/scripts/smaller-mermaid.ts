import type { Plugin } from 'vite';

/** What the parts of Mermaid import that are as large as all others together. */
const large = /from "(?:@mermaid-js\/parser|chevrotain|cytoscape|elkjs)[^"]*"/;
const ABSENT = '\0absent-part-of-mermaid';
const fails = 'throw new Error("This kind of diagram is not supported.");';

/**
 * Leaves the largest parts of Mermaid out of the window: the layout of ELK, formulas, and the kinds of diagrams that
 * need a parser of 630 KB or a library of 440 KB (pie, git graph, mind map with layout, architecture, packet, radar).
 * Such a diagram fails as one with an error in its source does, and the source stays.
 */
export function smallerMermaid(): Plugin {
  return {
    name: 'smaller-mermaid',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === 'katex' && importer?.includes('/node_modules/mermaid/') ? ABSENT : null,
    load: (id) => (id === ABSENT ? fails : null),
    transform: (code, id) =>
      id.includes('/node_modules/mermaid/dist/chunks/') && large.test(code)
        ? { code: fails, map: null }
        : null,
  };
}
