import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../../../test/mail-servers/test-certificate.ts';
import { stampOf, writeEvent } from '../../../test/calendar-servers/calendar-owner.ts';
import type { ProviderSession } from '../../modules/integrations/provider.ts';
import { createServerGuard } from '../../platform/net/server-guard.ts';
import { createCaldav } from './caldav.ts';
import { createDavClient } from './dav/dav-client.ts';
import { propfind } from './dav/names.ts';
import { readMultistatus } from './dav/multistatus.ts';
import { openCalendars } from './open-calendars.ts';

/** Responds to a request, or leaves it to the defaults with `false`. */
type Script = (request: IncomingMessage, body: string, response: ServerResponse) => boolean;

const name = 'cal.acme.com';
const password = 'secret';
const dav = (content: string) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${content}</d:multistatus>`;
const found = (href: string, properties: string) =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const send = (response: ServerResponse, body: string, status = 207) => {
  response.writeHead(status).end(body);
  return true;
};

const start = new Date(Date.now() - 60 * 60 * 1000);
const event = (uid: string) => escape(writeEvent({ uid, title: uid, start }));

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

async function startServer(script: Script) {
  const { cert, key } = makeCertificate(`DNS:${name}`);
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
    resolveHost: async (host) => {
      resolved.push(host);
      return ['127.0.0.1'];
    },
    ports: [],
    purpose: 'calendar',
    privateNetworks: ['127.0.0.0/8'],
  });
  const account = {
    user: 'ann',
    password,
    server: { host: name, port, security: 'tls' as const },
    homes: [`https://${name}:${port}/ann/`],
    principal: `https://${name}:${port}/ann/`,
    addresses: ['alice@example.org'],
  };
  return { heard, resolved, account, network: { checkServer, ca: cert }, port };
}

async function openAt(script: Script, more: Partial<ProviderSession> = {}) {
  const server = await startServer(script);
  const source = openCalendars(server.network, {
    credentials: server.account,
    source: 'alice@example.org',
    saveCredentials: () => {},
    spendRequest: async () => {},
    signal: new AbortController().signal,
    ...more,
  });
  onTestFinished(() => source.close?.());
  const calendar = `https://${name}:${server.port}/ann/work/`;
  return { ...server, source, cursor: { calendars: { [calendar]: { token: 't1' } } } };
}

const isSync: Script = (_request, body) => body.includes('sync-collection');
const isMultiget: Script = (_request, body) => body.includes('multiget');
const when =
  (is: Script, respond: Script): Script =>
  (request, body, response) =>
    is(request, body, response) && respond(request, body, response);

it('reads the two events of a server that behaves, at the address that was checked', async () => {
  const { source, cursor, heard, resolved } = await openAt(() => false);
  const page = await source.changes(cursor);
  expect(page.changed).toHaveLength(2);
  expect(page.isLast).toBe(true);
  expect((await source.read(page.changed[0] ?? ''))?.participants).toMatchObject([
    { email: 'alice@example.org', name: 'Alice' },
    { email: 'bob@acme.com', name: 'Bob' },
  ]);
  expect(resolved).toEqual([name]);
  expect(heard.every(({ authorization }) => authorization !== undefined)).toBe(true);
});

const entities = Array.from(
  { length: 20 },
  (_, index) => `<!ENTITY e${index + 1} "&e${index};&e${index};">`,
);

it.each<[string, Script]>([
  ['a list that is refused', when(isSync, (_r, _b, response) => send(response, '', 500))],
  ['a page in place of a list', when(isSync, (_r, _b, response) => send(response, '<html/>'))],
  ['a page with success', when(isSync, (_r, _b, response) => send(response, '<html/>', 200))],
  [
    'half a list',
    when(isSync, (_r, _b, response) => send(response, '<d:multistatus xmlns:d="DAV:">')),
  ],
  ['a list without a token', when(isSync, (_r, _b, response) => send(response, dav('')))],
  [
    'a connection that ends',
    when(isSync, (_r, _b, response) => {
      response.writeHead(207, { 'content-length': '1000' });
      response.write('<');
      setTimeout(() => response.destroy(), 20);
      return true;
    }),
  ],
  ['events that are not sent', when(isMultiget, (_r, _b, response) => send(response, dav('')))],
  [
    'entities',
    when(isSync, (_r, _b, response) =>
      send(
        response,
        `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY e0 "aaaaaaaaaa">${entities.join('')}]><d:multistatus xmlns:d="DAV:">&e20;</d:multistatus>`,
      ),
    ),
  ],
  [
    'a document type',
    when(isSync, (_r, _b, response) =>
      send(
        response,
        dav('<d:sync-token>t2</d:sync-token>').replace('?>', '?><!DOCTYPE d:multistatus>'),
      ),
    ),
  ],
  [
    'elements within elements',
    when(isSync, (_r, _b, response) => send(response, dav('<d:a>'.repeat(100_000)))),
  ],
  [
    'a list without an end',
    when(isSync, (_r, _b, response) => {
      response.writeHead(207);
      const part = found('/ann/work/1.ics', '').repeat(10_000);
      const write = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', write);
      write();
      return true;
    }),
  ],
])('takes %s for a failure, never for an empty calendar', async (_what, script) => {
  const { source, cursor } = await openAt(script);
  await expect(source.changes(cursor)).rejects.toMatchObject({ kind: 'temporary' });
});

it.each<[string, Script]>([
  [
    'whose response drips in',
    (_request, _body, response) => {
      response.writeHead(207);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
      return true;
    },
  ],
  ['that is never answered', () => true],
])('ends a request %s', async (_what, script) => {
  const { network, account } = await startServer(script);
  const client = createDavClient(network, account, new AbortController().signal, 300);
  onTestFinished(() => client.close());
  const sent = { method: 'PROPFIND', depth: '0', body: propfind('{DAV:}getetag') } as const;
  await expect(client.send(client.at('/'), sent)).rejects.toMatchObject({ code: 'ETIMEOUT' });
});

it('sends the password to no other server, whatever a response names', async () => {
  const other = await startServer(() => false);
  const elsewhere = `https://other.example:${other.port}/ann/work/`;
  const scripts: Script[] = [
    (_request, _body, response) => {
      response.writeHead(302, { location: elsewhere }).end();
      return true;
    },
    when(
      (_request, body) => body.includes('resourcetype'),
      (_r, _b, response) =>
        send(response, dav(found(elsewhere, '<d:resourcetype><c:calendar/></d:resourcetype>'))),
    ),
    when(isSync, (_r, _b, response) =>
      send(response, dav(`${found(`${elsewhere}1.ics`, '')}<d:sync-token>t</d:sync-token>`)),
    ),
  ];
  for (const script of scripts) {
    const { source, cursor, resolved } = await openAt(script);
    await expect(source.changes(cursor)).rejects.toThrow('no password was sent there');
    expect(resolved).toEqual([name]);
  }
  expect(other.heard).toEqual([]);
});

it('follows redirects on the same server, to an end', async () => {
  const once302: Script = ({ url = '' }, _body, response) => {
    if (url.startsWith('/new')) return false;
    response.writeHead(301, { location: '/new/ann/' }).end();
    return true;
  };
  const { source } = await openAt(once302);
  expect(await source.position()).toMatchObject({ calendars: {} });
  const { source: endless } = await openAt((_request, _body, response) => {
    response.writeHead(302, { location: '/again' }).end();
    return true;
  });
  await expect(endless.position()).rejects.toMatchObject({ kind: 'temporary' });
});

it('refuses a server at a private address before anything is sent', async () => {
  const provider = createCaldav({ privateNetworks: [] });
  if (provider.connect.kind !== 'server-login') throw new Error('It has no sign-in.');
  for (const [host, port] of [
    ['127.0.0.1', 443],
    ['169.254.169.254', 443],
  ] as const) {
    const login = {
      address: 'ann@acme.com',
      password,
      server: { host, port, security: 'tls' as const },
    };
    await expect(
      provider.connect.exchange(login, AbortSignal.timeout(5_000)),
    ).rejects.toMatchObject({
      kind: 'permanent',
      message: expect.stringContaining('MAIL_PRIVATE_NETWORKS'),
    });
  }
});

it('has a token that the server denies read anew', async () => {
  for (const status of [400, 403, 409, 410, 418, 500]) {
    const { source, cursor } = await openAt(
      when(
        (_request, body) => body.includes('<d:sync-token>t1<'),
        (_r, _b, response) => send(response, '', status),
      ),
    );
    await expect(source.changes(cursor)).rejects.toMatchObject({ kind: 'cursor-expired' });
  }
});

it('reads the rest of changes that the server sends in parts', async () => {
  const sent: string[] = [];
  const { source, cursor } = await openAt(
    when(isSync, (_request, body, response) => {
      const [, token = ''] = /<d:sync-token>(.*?)</.exec(body) ?? [];
      sent.push(token);
      const isFirst = token === 't1';
      const more =
        '<d:response><d:href>/ann/work/</d:href><d:status>HTTP/1.1 507 Insufficient Storage</d:status></d:response>';
      const one = found(`/ann/work/${isFirst ? 0 : 1}.ics`, '<d:getetag>"1"</d:getetag>');
      return send(
        response,
        dav(`${one}${isFirst ? more : ''}<d:sync-token>${isFirst ? 'half' : 't2'}</d:sync-token>`),
      );
    }),
  );
  const first = await source.changes(cursor);
  expect([first.changed.length, first.isLast]).toEqual([1, false]);
  const second = await source.changes(first.next);
  expect([second.changed.length, second.isLast]).toEqual([1, true]);
  expect(sent).toEqual(['t1', 'half']);
});

it('requests an event that was left out alone, and sets aside one that stays away', async () => {
  const { source, cursor } = await openAt(
    when(isMultiget, (_r, body, response) =>
      body.includes('/1.ics')
        ? send(
            response,
            dav(
              body.includes('/0.ics')
                ? found('/ann/work/0.ics', `<c:calendar-data>${event('0')}</c:calendar-data>`)
                : '',
            ),
          )
        : false,
    ),
  );
  const page = await source.changes(cursor);
  expect(page.changed).toHaveLength(1);
  expect(page.unreadable).toMatchObject([{ reason: expect.stringContaining('does not send it') }]);
  // What was stored of it stays.
  expect(page.contents?.changed).toHaveLength(1);
  expect(page.contents?.gone).toEqual([]);
});

it('sets aside an event that cannot be read, and reads the others', async () => {
  const { source, cursor } = await openAt(
    when(isMultiget, (_r, _b, response) =>
      send(
        response,
        dav(
          found('/ann/work/0.ics', '<c:calendar-data>nonsense</c:calendar-data>') +
            found('/ann/work/1.ics', `<c:calendar-data>${event('1')}</c:calendar-data>`),
        ),
      ),
    ),
  );
  const page = await source.changes(cursor);
  expect(page.changed).toHaveLength(1);
  expect(page.unreadable).toMatchObject([{ reason: expect.stringContaining('cannot be read') }]);
});

it('reads 10,000 events in pages, each once', { timeout: 120_000 }, async () => {
  const count = 10_000;
  const list = Array.from({ length: count }, (_, index) => found(`/ann/work/${index}.ics`, ''));
  const { source, cursor } = await openAt(
    when(isSync, (_r, _b, response) =>
      send(response, dav(`${list.join('')}<d:sync-token>t2</d:sync-token>`)),
    ),
  );
  const ids = new Set<string>();
  for (let at: Record<string, unknown> = cursor; ;) {
    const page = await source.changes(at);
    expect(page.changed.length).toBeLessThanOrEqual(100);
    for (const id of page.changed) ids.add(id);
    at = page.next;
    if (page.isLast) break;
  }
  expect(ids.size).toBe(count);
});

it('goes on after a crash where it was, with what changed before', async () => {
  const list = Array.from({ length: 150 }, (_, index) => found(`/ann/work/${index}.ics`, ''));
  let token = 't2';
  const script = when(isSync, (_r, _b, response) =>
    send(response, dav(`${list.join('')}<d:sync-token>${token}</d:sync-token>`)),
  );
  const { source, cursor, network, account } = await openAt(script);
  const first = await source.changes(cursor);
  expect([first.changed.length, first.isLast]).toEqual([100, false]);
  // Another process continues; what changes from now on is left to the next round.
  token = 't3';
  const session = { credentials: account, source: 'alice@example.org' };
  const other = openCalendars(network, {
    ...session,
    saveCredentials: () => {},
    spendRequest: async () => {},
    signal: new AbortController().signal,
  });
  onTestFinished(() => other.close?.());
  const second = await other.changes(first.next);
  expect([second.changed.length, second.isLast]).toEqual([50, true]);
  expect(Object.values(second.next['calendars'] as object)).toEqual([{ token: 't2' }]);
});

it('takes a calendar for deleted only when the server says so of it alone', async () => {
  let status = 207;
  const { source, cursor } = await openAt(
    (request, body, response) => {
      if (!body.includes('resourcetype')) return false;
      if (request.headers['depth'] === '1') return send(response, dav(''));
      return status === 207 ? false : send(response, '', status);
    },
    { findFolders: async (prefix) => [`${prefix}0.ics`] },
  );
  await expect(source.changes(cursor)).rejects.toMatchObject({
    kind: 'temporary',
    message: expect.stringContaining('does not list a calendar'),
  });
  status = 404;
  const { contents, next, isLast } = await source.changes(cursor);
  expect(contents?.gone).toEqual([expect.stringMatching(/work\/0\.ics$/)]);
  expect([next, isLast]).toEqual([{ calendars: {} }, true]);
});

it('keeps what is stored of a changed series from before the changes that are read', async () => {
  const dayMs = 24 * 60 * 60 * 1000;
  const first = new Date(Date.now() - 70 * 7 * dayMs);
  let excluded: string[] = [];
  const { source, cursor } = await openAt(
    when(isMultiget, (_r, _b, response) => {
      const more = ['RRULE:FREQ=WEEKLY', ...excluded.map((day) => `EXDATE:${day}`)];
      const series = escape(writeEvent({ uid: 'series', title: 'Weekly', start: first, more }));
      return send(
        response,
        dav(
          found('/ann/work/0.ics', `<c:calendar-data>${series}</c:calendar-data>`) +
            found('/ann/work/1.ics', `<c:calendar-data>${event('1')}</c:calendar-data>`),
        ),
      );
    }),
  );
  const history = {
    since: new Date(first.getTime() - dayMs),
    until: new Date(first.getTime() + 10 * dayMs),
    domains: undefined,
  };
  const { locations = [] } = await source.list(history, undefined);
  expect(locations).toHaveLength(2);
  const kept = async () => {
    const { contents, changed } = await source.changes(cursor);
    expect(changed).not.toContain(locations[0]?.id);
    expect(changed).not.toContain(locations[1]?.id);
    return locations.map(({ folder, uid }) =>
      contents?.changed
        .find((one) => one.folder === folder)
        ?.uids.some(([from, to]) => from <= uid && uid <= to),
    );
  };
  expect(await kept()).toEqual([true, true]);
  // The latest is first in a list.
  excluded = [stampOf(new Date(first.getTime() + 7 * dayMs))];
  expect(await kept()).toEqual([false, true]);
});

const attributes = Array.from({ length: 700_000 }, (_, index) => `a${index}=""`).join(' ');

it.each([
  ['elements', '<d:a/>'.repeat(700_000)],
  ['attributes', `<d:a ${attributes}/>`],
  ['letters in a namespace', `<a xmlns="${'a'.repeat(1_000)}"/>`],
])('refuses a list with too many %s', async (_what, content) => {
  const { source, cursor } = await openAt(
    when(isSync, (_r, _b, response) =>
      send(response, dav(`${content}<d:sync-token>t2</d:sync-token>`)),
    ),
  );
  await expect(source.changes(cursor)).rejects.toMatchObject({
    kind: 'temporary',
    message: expect.stringContaining('sent more than is allowed'),
  });
});

it('reads a list of as many events as a calendar may have', async () => {
  const listed = Array.from({ length: 50_000 }, (_, index) =>
    found(`/ann/work/${index}.ics`, `<d:getetag>"${index}"</d:getetag>`),
  );
  const { source, cursor } = await openAt(
    when(isSync, (_r, _b, response) =>
      send(response, dav(`${listed.join('')}<d:sync-token>t2</d:sync-token>`)),
    ),
  );
  expect((await source.changes(cursor)).changed).toHaveLength(100);
});

it('sets aside an event of too many elements, and reads the others', async () => {
  const { source, cursor } = await openAt(
    when(isMultiget, (_r, body, response) => {
      const large = `${'<d:a/>'.repeat(6_000)}<c:calendar-data>${event('0')}</c:calendar-data>`;
      const other = `<c:calendar-data>${event('1')}</c:calendar-data>`;
      const sent = [
        ...(body.includes('/0.ics') ? [found('/ann/work/0.ics', large)] : []),
        ...(body.includes('/1.ics') ? [found('/ann/work/1.ics', other)] : []),
      ];
      return send(response, dav(sent.join('')));
    }),
  );
  const page = await source.changes(cursor);
  expect(page.changed).toHaveLength(1);
  expect(page.unreadable).toMatchObject([{ reason: 'The event is too large.' }]);
});

it('gives others their turn while it reads a large response', async () => {
  const xml = Buffer.from(dav('<d:response/>'.repeat(100_000)));
  let turns = 0;
  let isDone = false;
  const take = () => {
    turns += 1;
    if (!isDone) setImmediate(take);
  };
  setImmediate(take);
  const { responses } = await readMultistatus(xml, {
    maximumElements: 200_000,
    signal: new AbortController().signal,
  });
  isDone = true;
  expect(responses).toHaveLength(100_000);
  expect(turns).toBeGreaterThan(100);
});

describe('the first round after a gap', () => {
  /** Reads from a new position to the end, where something is stored of these addresses. */
  async function readAll(stored: readonly string[], script: Script) {
    let base = '';
    const { source, port } = await openAt(script, {
      findFolders: async (prefix) =>
        stored.map((one) => `${base}${one}`).filter((one) => one.startsWith(prefix)),
    });
    base = `https://${name}:${port}`;
    const pages = [];
    let at = await source.position();
    for (let isLast = false; !isLast;) {
      const page = await source.changes(at);
      pages.push(page);
      ({ next: at, isLast } = page);
    }
    const at0 = (href: string) => href.slice(base.length);
    return {
      gone: pages.map(({ contents }) => (contents?.gone ?? []).map(at0)),
      located: pages.map(({ locations = [] }) => locations.map(({ folder }) => at0(folder))),
      changed: pages.flatMap(({ changed }) => changed),
    };
  }
  const isGoneCalendar: Script = ({ url }) => url === '/ann/gone/';
  const noCalendar = when(isGoneCalendar, (_r, _b, response) => send(response, '', 404));
  const isOld: Script = (_r, body) => body.includes('/ann/work/old.ics');
  const noOld = when(isOld, (_r, _b, response) =>
    send(
      response,
      dav(
        '<d:response><d:href>/ann/work/old.ics</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>',
      ),
    ),
  );

  it.each<[string, Script]>([
    ['says that they do not exist', noOld],
    ['fails at them', when(isOld, (_r, _b, response) => send(response, '', 500))],
  ])('finds deleted events and calendars, after moved ones, on a server that %s', async (_, no) => {
    const { gone, located, changed } = await readAll(
      ['/ann/gone/0.ics', '/ann/work/0.ics', '/ann/work/old.ics'],
      (...given) => noCalendar(...given) || no(...given),
    );
    expect(located).toEqual([['/ann/work/1.ics'], [], []]);
    expect(gone).toEqual([[], ['/ann/gone/0.ics', '/ann/work/old.ics'], []]);
    expect(changed).toEqual([]);
  });

  it('reads no event where nothing was deleted', async () => {
    const { gone, located } = await readAll(['/ann/work/0.ics'], () => false);
    expect([gone, located]).toEqual([[[]], [[]]]);
  });

  it.each([
    ['an event', '/ann/work/old.ics'],
    ['a calendar', '/ann/other/0.ics'],
  ])('takes %s that is not listed and still there for a failure', async (_what, href) => {
    await expect(readAll([href], () => false)).rejects.toMatchObject({
      kind: 'temporary',
      message: expect.stringContaining('does not list'),
    });
  });
});
