import { MAX_RESPONSES } from '../caldav-limits.ts';
import { tooLarge } from './dav-failure.ts';
import { findElement, readXml, textOfElement, type XmlElement } from './read-xml.ts';

/** One response of a multistatus, about one resource (RFC 4918, section 13). */
export interface DavResponse {
  href: string;
  /** Undefined when it only has properties. */
  status: number | undefined;
  /** The properties that it has, by their names. */
  properties: ReadonlyMap<string, XmlElement>;
}

export interface Multistatus {
  responses: DavResponse[];
  syncToken: string | undefined;
}

/** @throws Error for anything else than a multistatus, and as `readXml`. */
export async function readMultistatus(
  xml: Buffer,
  options: Omit<Parameters<typeof readXml>[1], 'onChild'>,
): Promise<Multistatus> {
  const responses: DavResponse[] = [];
  let syncToken = '';
  const onChild = (element: XmlElement) => {
    if (element.name === '{DAV:}sync-token') syncToken ||= textOfElement(element);
    if (element.name !== '{DAV:}response') return;
    if (responses.length >= MAX_RESPONSES) throw tooLarge();
    responses.push(toResponse(element));
  };
  const document = await readXml(xml, { ...options, onChild });
  if (document.name !== '{DAV:}multistatus') throw new Error('It is no multistatus.');
  return { responses, syncToken: syncToken === '' ? undefined : syncToken };
}

const noProperties: DavResponse['properties'] = new Map();

function toResponse(response: XmlElement): DavResponse {
  let properties: Map<string, XmlElement> | undefined;
  for (const propstat of response.children) {
    if (propstat.name !== '{DAV:}propstat') continue;
    if (statusOf(propstat) !== 200) continue;
    for (const property of findElement(propstat, '{DAV:}prop')?.children ?? []) {
      properties ??= new Map();
      properties.set(property.name, property);
    }
  }
  return {
    href: textOfElement(findElement(response, '{DAV:}href')),
    status: statusOf(response),
    properties: properties ?? noProperties,
  };
}

function statusOf(element: XmlElement): number | undefined {
  const [, status] =
    /^HTTP\/\S+ (\d{3})/.exec(textOfElement(findElement(element, '{DAV:}status'))) ?? [];
  return status === undefined ? undefined : Number(status);
}
