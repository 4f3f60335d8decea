import { expect, it, onTestFinished } from 'vitest';
import {
  dav,
  event,
  found,
  host,
  isMultiget,
  isSync,
  openAt,
  password,
  send,
  startServer,
  when,
  type Script,
} from '#test/calendar-servers/scripted-calendar.ts';
import { createCaldav } from './caldav.ts';
import { createDavClient } from './dav/dav-client.ts';
import { propfind } from './dav/names.ts';
import { openCalendars } from './open-calendars.ts';

it('reads the two events of a server that behaves, at the address that was checked', async () => {
  const { source, cursor, heard, resolved } = await openAt(() => false);
  const page = await source.changes(cursor);
  expect(page.changed).toHaveLength(2);
  expect(page.isLast).toBe(true);
  expect((await source.read(page.changed[0] ?? ''))?.participants).toMatchObject([
    { email: 'alice@example.org', name: 'Alice' },
    { email: 'bob@acme.com', name: 'Bob' },
  ]);
  expect(resolved).toEqual([host]);
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
    expect(resolved).toEqual([host]);
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
      provider.connect.exchange(login, AbortSignal.timeout(5_000), 'owner'),
    ).rejects.toMatchObject({
      kind: 'permanent',
      message: expect.stringContaining('MAIL_PRIVATE_NETWORKS'),
    });
  }
});

it('has a token that the server denies read again', async () => {
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

it('requests an event that was left out alone, and stores as failed one that stays away', async () => {
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

it('stores as failed an event that cannot be read, and reads the others', async () => {
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
    ownerId: 'owner',
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
