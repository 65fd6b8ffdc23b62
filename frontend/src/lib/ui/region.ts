/** What makes an element a named region that the keyboard reaches, as everything that scrolls must be. */
export const scrollRegion = (label: string) =>
  ({ role: 'region', 'aria-label': label, tabindex: 0 }) as const;
