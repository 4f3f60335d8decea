const REMOVED = '[link removed]';

/**
 * Where a word has a link: two slashes before a name, a scheme, or a domain with a path, a query or a fragment. Each
 * alternative begins with a fixed character, or is short, so that no text takes long.
 */
const LINK =
  /[/\\]{2}(?=[\p{L}\p{N}[@])|\b(?:https?|ftp|javascript|vbscript|data|mailto|file|blob|tel):(?=\S)|\bwww[.。．｡]|[.。．｡]\p{L}[\p{L}\p{N}-]{1,62}\.?(?::\d{1,5})?[/?#\\](?=[^\s/?#\\.,;:!)\]}"'])|(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?[/?#]/iu;

/** Removes what leads to a page or an image, with and without a scheme, and leaves no link of Markdown. */
export function removeLinks(text: string): string {
  return text
    .replaceAll(/\S+/g, withoutLink)
    .replaceAll('![', '[')
    .replaceAll(/\](?=[([:])/g, '] ');
}

/** A word up to its first link. */
function withoutLink(word: string): string {
  const { index } = LINK.exec(word) ?? {};
  if (index === undefined) return word;
  let start = index;
  // The scheme, or the name before the last dot.
  while (start > 0 && /[\w.:@%+-]/.test(word.charAt(start - 1))) start -= 1;
  return word.slice(0, start) + REMOVED;
}
