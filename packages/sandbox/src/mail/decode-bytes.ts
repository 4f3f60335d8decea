/**
 * Bytes in a named charset as text. An unknown charset, or UTF-8 that is none, is read as
 * windows-1252, as mail programs do: every byte then has a character.
 */
export function decodeBytes(bytes: Uint8Array, charset: string): string {
  const label = /^(us-)?ascii$/i.test(charset.trim()) ? 'utf-8' : charset.trim();
  try {
    return new TextDecoder(label, { fatal: /^utf-?8$/i.test(label), ignoreBOM: true }).decode(
      bytes,
    );
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
