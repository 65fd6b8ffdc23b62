/** Returns an address that is safe to open in a browser (http or https); null for any other. */
export function webAddress(url: string): { url: string; host: string } | null {
  try {
    const parsed = new URL(url);
    if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return null;
    return { url: parsed.href, host: parsed.host };
  } catch {
    return null;
  }
}
