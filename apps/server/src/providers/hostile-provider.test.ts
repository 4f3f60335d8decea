import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import type { ProviderSession } from '#modules/integrations/provider.ts';
import type { ActivitySource } from '#modules/integrations/provider/activity-source.ts';
import { createFireflies } from './fireflies/fireflies.ts';
import { createGmail } from './gmail/gmail.ts';
import { createMicrosoftCalendar } from './microsoft-calendar/microsoft-calendar.ts';
import { createMicrosoftMail } from './microsoft-mail/microsoft-mail.ts';
import { createGoogleCalendar } from './google-calendar/google-calendar.ts';

/*
 * A provider, or a machine that responds in its place, that does harm: it redirects to other
 * machines, floods with headers, and sends values of unexpected types.
 */
const servers: Server[] = [];
let respond: RequestListener;
let rootUrl: string;
beforeEach(async () => {
  rootUrl = await listen((request, response) => respond(request, response));
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer({ maxHeaderSize: 1024 * 1024 }, listener);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const session: ProviderSession = {
  source: 'ann@example.org',
  credentials: {
    apiKey: 'key',
    access_token: 'granted',
    refresh_token: 'lasting',
    expiry_date: Date.now() + 3_600_000,
    expires_at: Date.now() + 3_600_000,
  },
  saveCredentials: () => {},
  ownerId: 'owner',
  spendRequest: async () => {},
  signal: AbortSignal.timeout(20_000),
};
const google = () => ({ clientId: 'client', clientSecret: 'secret', rootUrl });
const microsoft = () => ({
  clientId: 'client',
  clientSecret: 'secret',
  tenant: 'tenant',
  signInUrl: rootUrl,
  graphUrl: rootUrl,
});
const window = { since: new Date(Date.now() - 86_400_000), domains: ['acme.com'] };

const sources: [string, () => ActivitySource][] = [
  ['Fireflies', () => createFireflies(rootUrl).open(session)],
  ['Gmail', () => createGmail(google(), 6_000).open(session)],
  ['Microsoft 365 Mail', () => createMicrosoftMail(microsoft()).open(session)],
  ['Microsoft 365 Calendar', () => createMicrosoftCalendar(microsoft()).open(session)],
  ['Google Calendar', () => createGoogleCalendar(google()).open(session)],
];
const cursors: Record<string, Record<string, unknown>> = {
  Fireflies: { recent: {} },
  Gmail: { historyId: '1' },
  'Google Calendar': { syncToken: 'token' },
  'Microsoft 365 Mail': { since: 0, folders: { a: { mode: 'begun' } } },
  'Microsoft 365 Calendar': { from: 0, to: 1, chosenAt: Date.now(), since: 0, isFirst: true },
};

/** The outcome of each kind of request: 'done', or the class of the error. */
async function outcomes(name: string, open: () => ActivitySource) {
  const requests: Record<string, (source: ActivitySource) => Promise<unknown>> = {
    position: (source) => source.position(),
    changes: (source) => source.changes(cursors[name] ?? {}),
    list: (source) => source.list(window, undefined),
  };
  const found: string[] = [];
  for (const [what, request] of Object.entries(requests)) {
    const outcome = await request(open()).then(
      () => 'done',
      (error: unknown) =>
        error instanceof ProviderError ? 'ProviderError' : `${what}: ${String(error)}`,
    );
    found.push(outcome);
  }
  return found;
}

describe.each(sources)('%s', (name, open) => {
  test('is not followed to another machine', async () => {
    let followed = 0;
    const elsewhere = await listen((_request, response) => {
      followed += 1;
      response.setHeader('content-type', 'application/json').end('{}');
    });
    for (const status of [301, 302, 303, 307, 308]) {
      respond = (request, response) => {
        response.writeHead(status, { location: `${elsewhere}${request.url ?? ''}` }).end();
      };
      const found = await outcomes(name, open);
      expect(found).toEqual(found.map(() => 'ProviderError'));
    }
    expect(followed).toBe(0);
  });

  test('cannot flood with headers', async () => {
    respond = (_request, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'x-flood': 'a'.repeat(500_000),
      });
      response.end('{}');
    };
    const found = await outcomes(name, open);
    expect(found).toEqual(found.map(() => 'ProviderError'));
  });

  const values = ['null', '[]', '"text"', '1', 'true', '{', '[[]]', '{"data":1}', '<html>'];
  const fields = [
    'items',
    'messages',
    'history',
    'transcripts',
    'nextPageToken',
    'historyId',
    'value',
    'responses',
  ];
  const wrong = fields.flatMap((field) =>
    [
      '1',
      '"text"',
      'true',
      '{"a":1}',
      '[null]',
      '[1]',
      '["a"]',
      '[[]]',
      '[{}]',
      '[{"id":1}]',
    ].flatMap((value) => [`{"${field}":${value}}`, `{"data":{"${field}":${value}}}`]),
  );
  test('sends other types than agreed, and it is a failure of the provider or nothing', async () => {
    const unexpected: string[] = [];
    for (const body of [...values, ...wrong]) {
      respond = (_request, response) => {
        response.setHeader('content-type', 'application/json').end(body);
      };
      const found = await outcomes(name, open);
      for (const one of found) {
        if (one !== 'done' && one !== 'ProviderError') unexpected.push(`${body}: ${one}`);
      }
    }
    expect(unexpected).toEqual([]);
  }, 60_000);
});
