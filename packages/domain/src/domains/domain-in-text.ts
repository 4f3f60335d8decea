/**
 * The host in what people paste where a domain is expected: the address of a website, an email address, a
 * name with `www.` before it or a dot at its end. Returns other text as it is, trimmed. The result still
 * has to be checked.
 */
export function domainInText(text: string): string {
  const trimmed = text.trim();
  const withoutScheme = trimmed
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, '')
    .replace(/^mailto:/i, '');
  const authority = withoutScheme.split(/[/?#\\]/, 1)[0] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const named = host.replace(/:\d{0,5}$/, '').replace(/\.$/, '');
  const bare = named.replace(/^www\./i, '');
  return bare.includes('.') ? bare : named;
}
