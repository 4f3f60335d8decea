/** The address of a page of the web, made safe to link to; undefined for anything else. */
export function webLink(address: string): string | undefined {
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : undefined;
  return url !== undefined && (url.protocol === 'https:' || url.protocol === 'http:')
    ? url.href
    : undefined;
}

/** A stretch of plain text, or the address of a page in it. */
export type TextPart = { text: string; href?: string };

const address = /\bhttps?:\/\/[^\s<>"'`]+/gi;
/** Punctuation that ends a sentence rather than an address. */
const trailing = '.,;:!?)]}';

/** Finds the addresses of pages in plain text. Joined, the parts give the text again. */
export function linkedParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const found = trimmed(match[0]);
    const href = webLink(found);
    if (href === undefined) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: found, href });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/**
 * A closing bracket belongs to an address that opens one. Without a pattern, which would look at
 * each of a million brackets in a row from every one before it.
 */
function trimmed(found: string): string {
  let end = found.length;
  while (trailing.includes(found.charAt(end - 1))) end -= 1;
  const without = found.slice(0, end);
  return without.includes('(') && found[without.length] === ')' ? `${without})` : without;
}
