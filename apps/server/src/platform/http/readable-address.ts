/**
 * An address of a page that cannot be decoded, such as a link cut in the middle of '%E2%82%AC',
 * with its signs taken as they stand: anyone who opens it is told by the page that nothing is there,
 * not in JSON. Addresses of calls stay as they are, and are refused.
 */
export function readableAddress(url: string): string {
  if (!url.includes('%') || url === '/api' || url.startsWith('/api/')) return url;
  const [path = '', ...query] = url.split('?');
  try {
    decodeURI(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
