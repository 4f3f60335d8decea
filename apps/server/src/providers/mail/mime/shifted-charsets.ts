/** Charsets that write pairs of 7-bit bytes between two marks. No current decoder has them. */
const shifted: Record<string, { decode: string; start: string; end: string; escape: string }> = {
  // RFC 1557. The designator at the beginning says nothing more.
  'iso-2022-kr': { decode: 'euc-kr', start: '\x0e', end: '\x0f', escape: '\x1b$)C' },
  // RFC 1843. `~~` is a tilde, and a tilde at the end of a line continues it.
  hz: { decode: 'gb18030', start: '~{', end: '~}', escape: '~\n' },
};

/** @param name a key of `shifted`. */
export function decodeShifted(name: string, bytes: Uint8Array): string {
  const charset = shifted[name];
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (charset === undefined) return text;
  const { decode, start, end, escape } = charset;
  const decoder = new TextDecoder(decode);
  const [plain = '', ...rest] = text.replaceAll(escape, '').split(start);
  const decoded = rest.map((part) => {
    const length = part.indexOf(end);
    const pairs = length === -1 ? part : part.slice(0, length);
    const after = length === -1 ? '' : part.slice(length + end.length);
    const raised = Buffer.from(pairs, 'latin1').map((byte) => (byte > 0x20 ? byte | 0x80 : byte));
    return decoder.decode(raised) + after;
  });
  const whole = plain + decoded.join('');
  return name === 'hz' ? whole.replaceAll('~~', '~') : whole;
}

export const isShifted = (name: string): boolean => Object.hasOwn(shifted, name);
