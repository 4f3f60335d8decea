const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * The words of an HTML text as plain text, not necessarily on the lines that HTML would show; never
 * to be shown as HTML. Each piece is matched without looking back, so that no input takes long.
 */
export function htmlToText(html: string): string {
  return html
    .replaceAll(/<!--[^]*?(?:-->|$)/g, ' ')
    .replaceAll(/<(style|script|head|title)\b[^]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replaceAll(/<(?:br|p|div|tr|li|h[1-6])\b[^>]*(?:>|$)/gi, '\n')
    .replaceAll(/<[^>]*(?:>|$)/g, ' ')
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, decodeEntity);
}

function decodeEntity(
  entity: string,
  decimal: string | undefined,
  hexadecimal: string | undefined,
  name: string | undefined,
): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}
