import { isAscii, isUtf8 } from 'node:buffer';
import { repairContentHeaders, type HeaderParser } from './content-headers.ts';
import { decodeText } from './decode-text.ts';
import { findCharset } from './find-charset.ts';
import { findUnreadable, isSubject, makeHeadReadable, READABLE } from './readable-head.ts';
import { joinFlowed } from './flowed-text.ts';
import { takeUuencoded } from './uuencode.ts';
import { takeYenc } from './yenc.ts';

/** A part of an email during parsing, with the fields used here. */
export interface Part extends HeaderParser {
  state: 'header' | 'body' | 'finished';
  headerLines: string[];
  contentType: {
    parsed: { value: string; params: Record<string, string> };
    multipart: string | false;
  };
  contentDisposition: { parsed: { value: string; params: Record<string, string> } };
  contentTransferEncoding: { encoding: string };
  contentDecoder: ContentDecoder | null;
  content: ArrayBuffer | null;
  childNodes: Part[];
  feed(line: Uint8Array): void;
  processHeaders(): void;
  getTextContent(): string;
}

/** Takes the lines of a body and returns what they encode. */
interface ContentDecoder {
  update(line: Uint8Array): void;
  finalize(): Promise<ArrayBuffer>;
}

/** The state that a part shares with its email. */
export interface PartContext {
  /** Whether nothing in the heads of the email is unreadable. */
  isPlain: boolean;
  /** The charset of texts and headers that declare none. */
  otherCharset: () => string | undefined;
  /** Called with the name of each file that is inside a text. */
  addFile: (name: string) => void;
  /** Called where the parser by itself would read another text. */
  noteRepair: () => void;
}

/** The state of a part while it is read. */
interface Reading {
  context: PartContext;
  /** The lines of its head as they were sent. */
  head: Uint8Array[];
  /** Lines after the end of base64, or in its place, that are not encoded. */
  plain: string[];
  /** Whether the last line was base64 that may go on; undefined before the first one. */
  isEncoded: boolean | undefined;
  /** The length of the first line of base64: a shorter one is the last, also without padding. */
  width: number;
  /** The methods that are replaced. */
  original: Pick<Part, 'feed' | 'processHeaders' | 'getTextContent'>;
}

const reading = Symbol('reading');
type ReadPart = Part & { [reading]: Reading };

/**
 * Has a part decode its headers and its text by the rules of this product, where the parser would lose characters.
 * Replaces its methods, since the parser creates it. The methods are the same for all parts: a function of its own for
 * each part, which V8 remembers where it is called, keeps all that is parsed in memory until the next full collection.
 */
export function makeReadable(part: Part, context: PartContext): void {
  const { feed, processHeaders, getTextContent } = part;
  const original = { feed, processHeaders, getTextContent };
  const read = part as ReadPart;
  read[reading] = { context, head: [], plain: [], isEncoded: undefined, width: 0, original };
  // One by one, which takes a fraction of the time for copying all properties.
  read.feed = methods.feed;
  read.processHeaders = methods.processHeaders;
  read.getTextContent = methods.getTextContent;
}

const methods = {
  feed(this: ReadPart, line: Uint8Array): void {
    const state = this[reading];
    if (this.state === 'header' && line.length > 0) {
      if (!state.context.isPlain) state.head.push(line);
      state.original.feed.call(this, line);
    } else if (this.state !== 'body' || line.length === 0 || !isEncodedText(this)) {
      state.original.feed.call(this, isSoftBreak(this, line) ? withoutBlanks(this, line) : line);
    } else if (state.plain.length > 0 || (state.isEncoded !== true && isPlain(line))) {
      state.plain.push(Buffer.from(line).toString('latin1'));
    } else {
      const length = lengthWithoutBlanks(line);
      state.width ||= length;
      state.isEncoded = line[length - 1] !== PADDING && length % 4 === 0 && length >= state.width;
      state.original.feed.call(this, line);
    }
  },
  processHeaders(this: ReadPart): void {
    const { head, context, original } = this[reading];
    const unreadable = context.isPlain ? READABLE : findUnreadable(head, this.headerLines);
    const lacks = unreadable.hasWords ? lacksCharset : isUtf7;
    const needsOther = unreadable.raw.length > 0 || this.headerLines.some(lacks);
    const other = needsOther ? context.otherCharset() : undefined;
    makeHeadReadable(this.headerLines, unreadable, other);
    if (repairContentHeaders(this.headerLines, this)) context.noteRepair();
    this[reading].head = [];
    original.processHeaders.call(this);
    if (isFile(this)) this.contentDecoder = nothing;
  },
  getTextContent(this: ReadPart): string {
    const { plain, context, original } = this[reading];
    const text = textOf(this, plain.join('\n'), context);
    if (mayDiffer(this, plain) && text !== original.getTextContent.call(this)) context.noteRepair();
    return text;
  },
};

/** For files, whose names alone are stored: decoding them takes half the time of an email. */
const nothing: ContentDecoder = {
  update: () => {},
  finalize: async () => new ArrayBuffer(0),
};

/** Whether a part is a file whose contents nothing reads. RTF may be the text of an email. */
const isFile = ({ contentType: { parsed } }: Part): boolean =>
  /^(?:application|audio|font|image|model|video)\//.test(parsed.value) &&
  parsed.value !== 'application/rtf';

const PADDING = 0x3d;

/** Without the blanks at the end of a line. */
function lengthWithoutBlanks(line: Uint8Array): number {
  let length = line.length;
  while (length > 0 && (line[length - 1] ?? 0) <= 0x20) length -= 1;
  return length;
}

/** Whether a line of quoted-printable goes on in the next one, although blanks were added to it on the way. */
function isSoftBreak({ contentTransferEncoding, state }: ReadPart, line: Uint8Array): boolean {
  if (contentTransferEncoding.encoding !== 'quoted-printable' || state !== 'body') return false;
  const last = line[line.length - 1];
  return (last === 0x20 || last === 0x09) && line[lengthWithoutBlanks(line) - 1] === PADDING;
}

function withoutBlanks(part: ReadPart, line: Uint8Array): Uint8Array {
  part[reading].context.noteRepair();
  return line.subarray(0, lengthWithoutBlanks(line));
}

/** Whether a part is a text in base64, after which lists add their footers as they are. */
const isEncodedText = ({ contentType, contentTransferEncoding }: Part): boolean =>
  contentTransferEncoding.encoding === 'base64' && contentType.parsed.value.startsWith('text/');

/** Whether a line cannot be base64. */
const isPlain = (line: Uint8Array): boolean =>
  /[^A-Za-z0-9+/=\s]|\S\s+\S/.test(Buffer.from(line).toString('latin1'));

/** Whether a line has a word that does not say its charset. Few have, and it takes a search to find out. */
function lacksCharset(line: string): boolean {
  if (!line.includes('=?')) return isUtf7(line);
  const [, label] = /=\?([^?\s*]{1,60})/.exec(line) ?? [];
  return label !== undefined && findCharset(label) === undefined;
}

const isUtf7 = (line: string): boolean => isSubject(line) && /\+[A-Za-z0-9/]+-/.test(line);

/**
 * Whether the parser by itself may read another text. Comparing costs a decoding, and most texts are in ASCII
 * or UTF-8.
 */
function mayDiffer({ content, contentType }: Part, plain: readonly string[]): boolean {
  if (content === null) return false;
  const bytes = Buffer.from(content);
  const charset = contentType.parsed.params['charset'] ?? 'utf-8';
  const isRead = isAscii(bytes) ? extendsAscii.test(charset) : isUtf8Name(charset) && isUtf8(bytes);
  const isQuoted = isFlowed(contentType.parsed.params['format']) && bytes.includes('>');
  return (
    plain.length > 0 || !isRead || isQuoted || bytes.includes('begin') || bytes.includes(ESCAPE)
  );
}

/** Names of charsets that contain ASCII unchanged. */
const extendsAscii = /^(?:utf-?8|(?:us-)?ascii|iso-8859-\d{1,2}|windows-125\d)$/i;
const isUtf8Name = (name: string): boolean => /^utf-?8$/i.test(name);

const ESCAPE = 0x1b;

const isFlowed = (format: string | undefined): boolean => /^flowed$/i.test(format ?? '');

function textOf(part: Part, plain: string, { otherCharset, addFile }: PartContext): string {
  if (part.content === null) return '';
  const { charset, format, delsp } = part.contentType.parsed.params;
  let bytes: Uint8Array = new Uint8Array(part.content);
  if (/^(?:x-?)?uu/.test(part.contentTransferEncoding.encoding)) {
    bytes = takeUuencoded(Buffer.from(bytes).toString('latin1')).files[0]?.content ?? bytes;
  }
  const isHtml = part.contentType.parsed.value === 'text/html';
  // The search for another charset takes longer than everything else.
  const isNamed = findCharset(charset) !== undefined || isUtf8(bytes);
  const other = isNamed ? undefined : ((isHtml ? metaCharset(bytes) : undefined) ?? otherCharset());
  const after = plain === '' ? '' : `\n${decodeText(Buffer.from(plain, 'latin1'), charset, other)}`;
  const decoded = decodeText(bytes, charset, other) + after;
  if (isHtml) return decoded;
  const { text, files } = takeUuencoded(decoded);
  for (const { name } of files) addFile(name);
  const { text: rest, names } = takeYenc(text);
  for (const name of names) addFile(name);
  return isFlowed(format) ? joinFlowed(rest, /^yes$/i.test(delsp ?? '')) : rest;
}

/** The beginning of HTML that is searched for its charset, as browsers do; bytes. */
const SEARCHED_BYTES = 4 * 1024;

function metaCharset(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, SEARCHED_BYTES)).toString('latin1');
  return /<meta\b[^>]{0,400}?\bcharset\s*=\s*["']?([\w.:-]+)/i.exec(start)?.[1];
}
