import { SaxesParser } from 'saxes';
import { tooLarge } from './dav-failure.ts';
import { takeTurn } from '#platform/turns.ts';

/** Deeper than any response of the protocol: some twelve levels. */
const MAX_DEPTH = 24;
/** Each element that has one repeats it in its name. */
const MAX_NAMESPACE_LENGTH = 200;
/** Elements and attributes of one child of the document, which is in memory as a whole. */
const MAX_CHILD_ELEMENTS = 10_000;
/**
 * A text, comment or attribute: while it is incomplete, the parser needs 28 bytes of memory for a byte of some of
 * them. A calendar object with a megabyte of characters has three, or a little more.
 */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
/** Some 4 ms of the smallest elements. */
const PART_BYTES = 16 * 1024;

export interface XmlElement {
  /** With its namespace: `{DAV:}href`. */
  name: string;
  children: XmlElement[];
  /** Its own text. */
  text: string;
  /** Its attribute `name`, the only one that the protocol needs. */
  attribute?: string | undefined;
}

interface ReadOptions {
  /** Elements and attributes that it may have: in memory each is many times as large as in text. */
  maximumElements: number;
  signal: AbortSignal;
  /** Receives the children of the document when they are complete; they are not kept. */
  onChild: (child: XmlElement) => void;
}

/**
 * Parses XML child by child, without document types and entities, other than the five that XML itself has. Others have
 * their turn between two parts of it.
 *
 * @throws Error when it is not XML, declares a document type, is nested too deep, or too large
 *   (`isTooLarge`).
 * @returns the document's element, without its children.
 */
export async function readXml(xml: Buffer, options: ReadOptions): Promise<XmlElement> {
  const root: XmlElement = { name: '', children: [], text: '' };
  const progress = { incomplete: 0 };
  const parser = createParser(root, options, progress);
  const decoder = new TextDecoder();
  for (let at = 0; at < xml.length; at += PART_BYTES) {
    if (at > 0) await takeTurn();
    options.signal.throwIfAborted();
    progress.incomplete += PART_BYTES;
    parser.write(decoder.decode(xml.subarray(at, at + PART_BYTES), { stream: true }));
    if (progress.incomplete > MAX_TEXT_BYTES) throw tooLarge();
  }
  parser.write(decoder.decode()).close();
  const [document] = root.children;
  if (document === undefined) throw new Error('It is empty.');
  return document;
}

/** @param progress the bytes since something was complete. */
function createParser(
  root: XmlElement,
  { maximumElements, onChild }: ReadOptions,
  progress: { incomplete: number },
): SaxesParser<{ xmlns: true }> {
  const path = [root];
  let count = 0;
  let ofChild = 0;
  const add = () => {
    progress.incomplete = 0;
    count += 1;
    ofChild += 1;
    if (count > maximumElements || ofChild > MAX_CHILD_ELEMENTS) throw tooLarge();
  };
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('It declares a document type, which is not read.');
  });
  parser.on('attribute', ({ prefix, name, value }) => {
    add();
    const isNamespace = prefix === 'xmlns' || name === 'xmlns';
    if (isNamespace && value.length > MAX_NAMESPACE_LENGTH) throw tooLarge();
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    add();
    if (path.length > MAX_DEPTH) throw new Error('It is nested too deep.');
    const element: XmlElement = {
      name: `{${uri}}${local}`,
      children: [],
      text: '',
      attribute: attributes['name']?.value,
    };
    path.at(-1)?.children.push(element);
    path.push(element);
  });
  const addText = (text: string) => {
    progress.incomplete = 0;
    const current = path.at(-1);
    if (current !== undefined) current.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('comment', () => {
    progress.incomplete = 0;
  });
  parser.on('closetag', () => {
    progress.incomplete = 0;
    const closed = path.pop();
    if (path.length !== 2 || closed === undefined) return;
    path.at(-1)?.children.pop();
    ofChild = 0;
    onChild(closed);
  });
  return parser;
}

/** The first element with this name at some depth below another one, by a path of names. */
export function findElement(
  from: XmlElement | undefined,
  ...names: readonly string[]
): XmlElement | undefined {
  let at = from;
  for (const name of names) at = at?.children.find((child) => child.name === name);
  return at;
}

/** The text of an element without space around it. */
export const textOfElement = (element: XmlElement | undefined): string =>
  element?.text.trim() ?? '';

/** Text as content of an element. Control characters, which XML has no form for, are left out. */
export const escapeXml = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
