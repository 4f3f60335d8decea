import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { onTestFinished } from 'vitest';
import type { ProviderSession } from '#modules/integrations/provider.ts';
import { createServerGuard } from '#platform/net/server-guard.ts';
import { openCalendars } from '../../src/providers/caldav/open-calendars.ts';
import { makeCertificate } from '../mail-servers/test-certificate.ts';
import { writeEvent } from './calendar-owner.ts';

/** Responds to a request, or leaves it to the defaults with `false`. */
export type Script = (request: IncomingMessage, body: string, response: ServerResponse) => boolean;

export const host = 'cal.acme.com';
export const password = 'secret';
export const dav = (content: string) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${content}</d:multistatus>`;
export const found = (href: string, properties: string) =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
export const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
export const send = (response: ServerResponse, body: string, status = 207) => {
  response.writeHead(status).end(body);
  return true;
};

const start = new Date(Date.now() - 60 * 60 * 1000);
export const event = (uid: string) => escape(writeEvent({ uid, title: uid, start }));

/** A server with one calendar that has the events `0.ics` and `1.ics`. */
function usual({ url = '' }: IncomingMessage, body: string, response: ServerResponse): boolean {
  if (body.includes('current-user-principal')) {
    const href = '<d:current-user-principal><d:href>/ann/</d:href></d:current-user-principal>';
    return send(response, dav(found(url, href)));
  }
  if (body.includes('calendar-home-set')) {
    const href = '<c:calendar-home-set><d:href>/ann/</d:href></c:calendar-home-set>';
    return send(response, dav(found(url, href)));
  }
  if (body.includes('resourcetype')) {
    const properties = `<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:sync-token>t2</d:sync-token>`;
    return send(response, dav(found('/ann/work/', properties)));
  }
  if (body.includes('multiget')) {
    const hrefs = [...body.matchAll(/<d:href>([^<]*)<\/d:href>/g)].map(([, href = '']) => href);
    const data = hrefs.map((href) =>
      found(href, `<c:calendar-data>${event(href)}</c:calendar-data>`),
    );
    return send(response, dav(data.join('')));
  }
  const listed = ['0', '1'].map((one) =>
    found(`/ann/work/${one}.ics`, '<d:getetag>"1"</d:getetag>'),
  );
  return send(response, dav(`${listed.join('')}<d:sync-token>t2</d:sync-token>`));
}

export async function startServer(script: Script) {
  const { cert, key } = makeCertificate(`DNS:${host}`);
  const heard: { request: string; authorization: string | undefined }[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      const { authorization } = request.headers;
      heard.push({ request: `${request.method} ${request.url}`, authorization });
      if (!script(request, body, response)) usual(request, body, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const resolved: string[] = [];
  const checkServer = createServerGuard({
    resolveHost: async (asked) => {
      resolved.push(asked);
      return ['127.0.0.1'];
    },
    ports: [],
    purpose: 'calendar',
    privateNetworks: ['127.0.0.0/8'],
  });
  const account = {
    user: 'ann',
    password,
    server: { host, port, security: 'tls' as const },
    homes: [`https://${host}:${port}/ann/`],
    principal: `https://${host}:${port}/ann/`,
    addresses: ['alice@example.org'],
  };
  return { heard, resolved, account, network: { checkServer, ca: cert }, port };
}

/** Opens the calendars of a server that was started, as another process does after a restart. */
export function openOn(
  { network, account }: Pick<Awaited<ReturnType<typeof startServer>>, 'network' | 'account'>,
  more: Partial<ProviderSession> = {},
) {
  const source = openCalendars(network, {
    credentials: account,
    source: 'alice@example.org',
    saveCredentials: () => {},
    ownerId: 'owner',
    spendRequest: async () => {},
    signal: new AbortController().signal,
    ...more,
  });
  onTestFinished(() => source.close?.());
  return source;
}

export async function openAt(script: Script, more: Partial<ProviderSession> = {}) {
  const server = await startServer(script);
  const source = openOn(server, more);
  const calendar = `https://${host}:${server.port}/ann/work/`;
  return { ...server, source, cursor: { calendars: { [calendar]: { token: 't1' } } } };
}

export const isSync: Script = (_request, body) => body.includes('sync-collection');
export const isMultiget: Script = (_request, body) => body.includes('multiget');
export const when =
  (is: Script, respond: Script): Script =>
  (request, body, response) =>
    is(request, body, response) && respond(request, body, response);
