/** Text parts that are neither plain text nor HTML, shown where an email has no other text. */
export function plainTextOf(type: string, text: string): string | undefined {
  if (type === 'text/enriched' || type === 'text/richtext') return fromEnriched(text);
  if (type === 'text/rtf' || type === 'application/rtf') return fromRtf(text);
  if (type === 'text/calendar' || !type.startsWith('text/')) return undefined;
  return text;
}

/** RFC 1896: commands in angle brackets, `<<` for one, and line ends that stand for spaces. */
const fromEnriched = (text: string): string =>
  text
    .replaceAll(/<param>[^<]*<\/param>/gi, '')
    .replaceAll(/<<|<\/?[\w-]{1,60}>/g, (tag) => (tag === '<<' ? '<' : ''))
    .replaceAll(/\r?\n(\r?\n)*/g, (_, more?: string) => (more === undefined ? ' ' : more));

/** Returns the visible text of RTF: its words and lines, without its tables of fonts, colours and styles. */
function fromRtf(text: string): string {
  const hidden = /^\{\\(?:\*|fonttbl|colortbl|stylesheet|info|pict)/;
  let shown = '';
  let depth = 0;
  let hiddenDepth = 0;
  const tokens =
    /[{}]|\\'[0-9a-f]{2}|\\u-?\d{1,6} ?\??|\\[a-z]{1,32}-?\d{0,10} ?|\\[^a-z]|[^\\{}]+/gi;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '{') {
      depth += 1;
      if (hiddenDepth === 0 && hidden.test(text.slice(index, index + 16))) hiddenDepth = depth;
    } else if (token === '}') {
      if (depth === hiddenDepth) hiddenDepth = 0;
      depth -= 1;
    } else if (hiddenDepth === 0) shown += rtfText(token);
  }
  return shown.trim();
}

function rtfText(token: string): string {
  if (!token.startsWith('\\')) return token.replaceAll(/[\r\n]/g, '');
  const [, hex] = /^\\'(..)/.exec(token) ?? [];
  if (hex !== undefined) return new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'));
  const [, code] = /^\\u(-?\d+)/.exec(token) ?? [];
  if (code !== undefined) return String.fromCharCode(Number(code) & 0xffff);
  if (/^\\(?:par|line|row)\b/.test(token)) return '\n';
  if (/^\\(?:tab|cell)\b/.test(token)) return '\t';
  return /^\\[\\{}]/.test(token) ? token.slice(1) : '';
}
