import type { Plugin } from 'vite';

interface IconData {
  name: string;
  size: number;
  node: [tag: string, attributes: Record<string, string>][];
}

const attribute = ([name, value]: [string, string]) =>
  ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;

/** What Lucide's component makes of an icon that is given a class or nothing. */
function markup({ name, size, node }: IconData): string {
  const shapes = node.map(([tag, of]) => `<${tag}${Object.entries(of).map(attribute).join('')} />`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 ${size} ${size}" fill="none"` +
    ` stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"` +
    ` class={['lucide lucide-${name} lucide-icon', props.class]}>${shapes.join('')}</svg>`
  );
}

const script = `<script>
  let props = $props();
  if (import.meta.env.DEV && Object.keys(props).some((name) => name !== 'class'))
    throw new Error('an icon takes a class and nothing else');
</script>
`;

/**
 * Lucide puts an icon together from its data whenever one is drawn, attribute by attribute: a tenth of
 * all that is done before the first picture. Here each becomes markup, which is copied with the row
 * that contains it. Icons are styled by CSS, so they take no property but a class.
 */
export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    enforce: 'pre',
    transform: {
      filter: { id: /@lucide\/svelte\/dist\/icons\/[^/]+\.svelte$/ },
      handler(code) {
        const data = /const iconData = (\{.*\});/.exec(code)?.[1];
        if (!data) throw new Error('plain icons: Lucide keeps its icons in another way');
        return script + markup(JSON.parse(data) as IconData);
      },
    },
  };
}
