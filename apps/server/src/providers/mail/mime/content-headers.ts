import { isUsualContentType, readableContentType } from './content-type.ts';

const NAMES = ['content-type', 'content-transfer-encoding', 'content-disposition'] as const;
type Name = (typeof NAMES)[number];

/** The meaning of a header, and whether it is usable. */
interface Meant {
  value: string;
  isUsable: boolean;
}

/** A header that decides how a part is read, in a range of the lines. */
interface Found {
  from: number;
  end: number;
  value: string;
}

/** The functions of the parser that say how it would read a header. */
export interface HeaderParser {
  parseStructuredHeader(value: string): { value: string; params: Record<string, string> };
  stripComments(value: string): string;
}

/**
 * Writes the headers that say how a part is read (`Content-Type`, `Content-Transfer-Encoding`, `Content-Disposition`)
 * as the parser expects them. Of each the first that is usable counts. One that is not is left out, as if the part had
 * none: then it is a plain text (RFC 2045, 5.2). Its charset, boundary and name of a file count even so.
 *
 * @param lines of the head; changed in place.
 * @returns whether something changed.
 */
export function repairContentHeaders(lines: string[], parser: HeaderParser): boolean {
  const found = findOdd(lines);
  if (found === undefined) return false;
  const removed = new Set<number>();
  const written = new Map<number, string>();
  for (const name of NAMES) {
    const headers = found[name];
    const [first] = headers;
    if (first === undefined) continue;
    const meant = chosenOf(headers, (value) =>
      meaningOf[name](value.replace(nameAgain, ''), parser),
    );
    // Nothing else changes what was as it should be.
    if (meant !== undefined && meant.value === first.value) continue;
    for (const { from, end } of headers) for (let at = from; at < end; at += 1) removed.add(at);
    if (meant !== undefined) written.set(first.from, `${name}: ${meant.value}`);
  }
  if (removed.size === 0) return false;
  const kept = lines.flatMap((line, at) => written.get(at) ?? (removed.has(at) ? [] : [line]));
  lines.length = 0;
  for (const line of kept) lines.push(line);
  return true;
}

/**
 * The headers up to the first usual one of each name; undefined where all of the first are usual, as nearly
 * all are.
 */
function findOdd(lines: readonly string[]): Record<Name, Found[]> | undefined {
  const found: Record<Name, Found[]> = {
    'content-type': [],
    'content-transfer-encoding': [],
    'content-disposition': [],
  };
  const settled = new Set<Name>();
  let isOdd = false;
  for (let from = 0; from < lines.length; from += 1) {
    const line = lines[from] ?? '';
    const name = nameOf(line);
    if (name === undefined || settled.has(name)) continue;
    let end = from + 1;
    while (end < lines.length && isFolded(lines[end] ?? '')) end += 1;
    const whole = end === from + 1 ? line : lines.slice(from, end).join('');
    const value = whole.slice(whole.indexOf(':') + 1);
    if (isUsual[name](value)) settled.add(name);
    else isOdd = true;
    found[name].push({ from, end, value });
  }
  return isOdd ? found : undefined;
}

/** The first letter decides for nearly all lines, without the expression. */
function nameOf(line: string): Name | undefined {
  if (!line.startsWith('C') && !line.startsWith('c')) return undefined;
  const [, name] = /^(content-(?:type|transfer-encoding|disposition))[ \t]*:/i.exec(line) ?? [];
  return name?.toLowerCase() as Name | undefined;
}

const isFolded = (line: string): boolean => line.startsWith(' ') || line.startsWith('\t');

const isUsual: Record<Name, (value: string) => boolean> = {
  'content-type': isUsualContentType,
  'content-transfer-encoding': (value) =>
    /^\s*(?:7bit|8bit|binary|base64|quoted-printable)\s*$/i.test(value),
  'content-disposition': (value) => /^\s*(?:inline|attachment)\s*(?:;|$)/i.test(value),
};

/** Some programs write the name of a header twice. */
const nameAgain = /^\s*content-(?:type|transfer-encoding|disposition)\s*:/i;

/** @returns undefined if none means anything. */
function chosenOf(
  headers: readonly Found[],
  read: (value: string) => Meant | undefined,
): Meant | undefined {
  let other: Meant | undefined;
  for (const { value } of headers) {
    const meant = read(value);
    if (meant?.isUsable === true) return meant;
    other ??= meant;
  }
  return other;
}

const meaningOf: Record<Name, (value: string, parser: HeaderParser) => Meant | undefined> = {
  'content-type': meantType,
  'content-transfer-encoding': meantEncoding,
  'content-disposition': meantDisposition,
};

/** As RFC 2045 has it. */
const isType = (type: string): boolean =>
  /^[\w.!#$%&'*+^`{|}~-]+\/[\w.!#$%&'*+^`{|}~-]+$/.test(type);

function meantType(value: string, parser: HeaderParser): Meant | undefined {
  const readable = readableContentType(value);
  const read = parser.parseStructuredHeader(readable);
  if (isType(read.value)) {
    const isSame = JSON.stringify(read) === JSON.stringify(parser.parseStructuredHeader(value));
    return { value: isSame ? value : readable, isUsable: true };
  }
  const [, type, rest = ''] =
    /^\s*([\w.+-]{1,60}\/[\w.+-]{1,100})[\s,:]([^]*)$/.exec(readable) ?? [];
  if (type !== undefined) return { value: `${type}; ${rest}`, isUsable: true };
  const { params } = read.value.includes('=')
    ? parser.parseStructuredHeader(`none;${readable}`)
    : read;
  const parameters = readable.slice(read.value.includes('=') ? 0 : indexOfParameters(readable));
  return meantParameters(params, parameters);
}

const indexOfParameters = (value: string): number =>
  value.includes(';') ? value.indexOf(';') + 1 : value.length;

/** A type that is not readable may still come with a boundary, which only parts have, or with the name of a file. */
function meantParameters(params: Record<string, string>, written: string): Meant | undefined {
  if (params['boundary']) return { value: `multipart/mixed; ${written}`, isUsable: false };
  if (params['name']) return { value: `application/octet-stream; ${written}`, isUsable: false };
  return params['charset'] || params['format']
    ? { value: `text/plain; ${written}`, isUsable: false }
    : undefined;
}

function meantEncoding(value: string, parser: HeaderParser): Meant | undefined {
  const plain = parser.stripComments(value).toLowerCase();
  const [word = ''] = /[\w-]+/.exec(plain) ?? [];
  if (isUsual['content-transfer-encoding'](word) || /^(?:x-?)?uu/.test(word)) {
    return { value, isUsable: true };
  }
  const letters = plain.replaceAll(/[^a-z0-9]/g, '');
  if (letters.includes('base64')) return { value: 'base64', isUsable: true };
  if (letters === 'qp' || letters.includes('quotedprintable')) {
    return { value: 'quoted-printable', isUsable: true };
  }
  return /^[78]bits?/.test(letters) ? { value: '8bit', isUsable: true } : undefined;
}

/** A part that only says the name of its file, or how it is to be presented by an unknown word, is an attachment. */
function meantDisposition(value: string, parser: HeaderParser): Meant | undefined {
  const read = parser.parseStructuredHeader(value);
  if (/^(?:inline|attachment)$/.test(read.value)) return { value, isUsable: true };
  const [, word, rest = ''] =
    /^[\s"'(<]*(inline|attachment)\b["')>]*[\s,:;]*([^]*)$/i.exec(parser.stripComments(value)) ??
    [];
  if (word !== undefined) return { value: `${word}; ${rest}`, isUsable: true };
  const { params } = parser.parseStructuredHeader(`none;${value}`);
  return params['filename'] ? { value: `attachment; ${value}`, isUsable: false } : undefined;
}
