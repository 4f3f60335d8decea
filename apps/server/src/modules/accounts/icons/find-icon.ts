import type { FetchPublic } from '#platform/net/fetch-public.ts';
import { type IconType, iconTypeOf } from './icon-type.ts';

export interface Icon {
  type: IconType;
  bytes: Buffer;
}

const maximumBytes = 256 * 1024;
const maximumRedirects = 3;
/** Total time for one domain, including redirects and retries; milliseconds. */
const timeoutMs = 2_000;

/**
 * Requests a company's icon from its own web site: first `/favicon.ico` at the domain, then at its
 * 'www' subdomain, then the icon that its home page names.
 *
 * @returns undefined when there is none that can be shown, or no response within two seconds.
 */
export async function findIcon(fetch: FetchPublic, domain: string): Promise<Icon | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  const read = (url: URL) => follow(fetch, url, signal);
  for (const host of [domain, `www.${domain}`]) {
    const icon = toIcon((await read(new URL(`https://${host}/favicon.ico`)))?.body);
    if (icon !== undefined) return icon;
  }
  const home = await read(new URL(`https://${domain}/`));
  const named = home && iconNamedBy(home.body.toString('utf8'), home.url);
  return named && toIcon((await read(named))?.body);
}

/** Requests a URL and follows redirects; undefined when it cannot be read. */
async function follow(
  fetch: FetchPublic,
  start: URL,
  signal: AbortSignal,
): Promise<{ url: URL; body: Buffer } | undefined> {
  let url = start;
  for (let redirects = 0; redirects <= maximumRedirects && !signal.aborted; redirects += 1) {
    const fetched = await fetch(url, { signal, maximumBytes }).catch(() => undefined);
    if (fetched?.status === 200) return { url, body: fetched.body };
    const next = fetched?.location === undefined ? null : URL.parse(fetched.location, url.href);
    if (next === null) return undefined;
    url = next;
  }
  return undefined;
}

function toIcon(bytes: Buffer | undefined): Icon | undefined {
  const type = bytes && iconTypeOf(bytes);
  return type && { type, bytes };
}

/** The URL in the first `<link rel="icon">` of a page. */
function iconNamedBy(html: string, page: URL): URL | undefined {
  // A match cannot extend into the next tag, so the page is read in linear time.
  for (const [, tag = ''] of html.matchAll(/<link\s([^<>]{0,2000})>/gi)) {
    const attributes = attributesOf(tag);
    if (!/\bicon\b/i.test(attributes.get('rel') ?? '')) continue;
    const url = URL.parse((attributes.get('href') ?? '').replaceAll('&amp;', '&'), page.href);
    if (url !== null) return url;
  }
  return undefined;
}

/** The attributes of a tag by lower-case name; the first one counts if a name occurs twice. */
function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  const form = /([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S*)))?/g;
  for (const [, name = '', double, single, bare] of tag.matchAll(form)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? '');
  }
  return attributes;
}
