import { findElement, readXml, textOfElement, type XmlElement } from './read-xml.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

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
export async function readMultistatus(...xml: Parameters<typeof readXml>): Promise<Multistatus> {
  const document = await readXml(...xml);
  if (document.name !== '{DAV:}multistatus') throw new Error('It is no multistatus.');
  const syncToken = textOfElement(findElement(document, '{DAV:}sync-token'));
  const responses: DavResponse[] = [];
  for await (const element of yieldToEventLoop(document.children)) {
    if (element.name === '{DAV:}response') responses.push(toResponse(element));
  }
  return { responses, syncToken: syncToken === '' ? undefined : syncToken };
}

function toResponse(response: XmlElement): DavResponse {
  const properties = new Map<string, XmlElement>();
  for (const propstat of response.children) {
    if (propstat.name !== '{DAV:}propstat') continue;
    if (statusOf(propstat) !== 200) continue;
    for (const property of findElement(propstat, '{DAV:}prop')?.children ?? []) {
      properties.set(property.name, property);
    }
  }
  return {
    href: textOfElement(findElement(response, '{DAV:}href')),
    status: statusOf(response),
    properties,
  };
}

function statusOf(element: XmlElement): number | undefined {
  const [, status] =
    /^HTTP\/\S+ (\d{3})/.exec(textOfElement(findElement(element, '{DAV:}status'))) ?? [];
  return status === undefined ? undefined : Number(status);
}
