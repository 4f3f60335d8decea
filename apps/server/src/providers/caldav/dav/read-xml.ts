import { SaxesParser } from 'saxes';

/** Deeper than any response of the protocol: some twelve levels. */
const MAX_DEPTH = 24;

/** An element of an XML document. */
export interface XmlElement {
  /** With its namespace: `{DAV:}href`. */
  name: string;
  children: XmlElement[];
  /** Its own text. */
  text: string;
  /** Its attribute `name`, the only one that the protocol needs. */
  attribute?: string | undefined;
}

/**
 * Parses XML without document types and entities, other than the five that XML itself has.
 *
 * @throws Error when it is not XML, declares a document type, or is nested too deep.
 */
export function readXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', children: [], text: '' };
  const path = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('It declares a document type, which is not read.');
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
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
    const current = path.at(-1);
    if (current !== undefined) current.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    path.pop();
  });
  parser.write(xml).close();
  const [document] = root.children;
  if (document === undefined) throw new Error('It is empty.');
  return document;
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
