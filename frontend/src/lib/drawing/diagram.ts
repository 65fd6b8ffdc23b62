import mermaid from 'mermaid';

/** Larger diagrams are not drawn: the layout of one blocks the window. */
const MOST_CHARS = 20_000;
const MOST_EDGES = 300;

let drawn = 0;

/**
 * Draws a Mermaid diagram, as the address of a picture: in a picture nothing runs, and nothing is loaded. The source
 * is hostile; it may change neither these settings nor the page.
 */
export async function diagram(source: string, dark: boolean): Promise<string> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    htmlLabels: false,
    // The window has no other layout, see scripts/smaller-mermaid.ts.
    layout: 'dagre',
    state: { layout: 'dagre' },
    theme: dark ? 'dark' : 'default',
    fontFamily: 'sans-serif',
    suppressErrorRendering: true,
    maxTextSize: MOST_CHARS,
    maxEdges: MOST_EDGES,
    secure: [
      ...['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'suppressErrorRendering'],
      ...['htmlLabels', 'layout', 'fontFamily', 'themeCSS', 'dompurifyConfig'],
    ],
  });
  if (source.length > MOST_CHARS) throw new Error(`more than ${String(MOST_CHARS)} characters`);
  const { svg } = await mermaid.render(`diagram-${String(++drawn)}`, source);
  return pictureOf(svg);
}

/** The address of a picture of its own size. Mermaid's fill their place. */
export function pictureOf(svg: string): string {
  const page = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const root = page.documentElement;
  const [, , width, height] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  if (root.localName !== 'svg' || page.querySelector('parsererror') || !width || !height)
    throw new Error('the diagram is empty');
  root.setAttribute('width', String(Math.ceil(width)));
  root.setAttribute('height', String(Math.ceil(height)));
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`;
}
