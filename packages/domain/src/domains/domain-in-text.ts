/** The longest address of a page that a browser accepts is shorter, and each step here takes linear time. */
const MAX_LENGTH = 8_192;

/** 'Jo Doe <jo@acme.com>' and '<https://acme.com>' without the text around the address. */
function withoutName(text: string): string {
  const open = text.lastIndexOf('<');
  return open >= 0 && text.endsWith('>') ? text.slice(open + 1, -1).trim() : text;
}

/**
 * The host in text that people paste where a domain is expected: the address of a website, an email address,
 * a name with `www.` before it or a dot at its end. Returns other text unchanged but trimmed. The caller
 * still has to check the result.
 */
export function domainInText(text: string): string {
  const trimmed = withoutName(text.trim().slice(0, MAX_LENGTH));
  const withoutScheme = trimmed
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, '')
    .replace(/^mailto:/i, '');
  const authority = withoutScheme.split(/[/?#\\]/, 1)[0] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const named = host
    .replace(/:\d{0,5}$/, '')
    .replace(/[.。．｡]+$/u, '')
    .trim();
  const bare = named.replace(/^www\./i, '');
  return bare.includes('.') ? bare : named;
}
