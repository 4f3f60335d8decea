import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderSession } from '#modules/integrations/provider.ts';
import { createFireflies } from './fireflies/fireflies.ts';
import { createGmail } from './gmail/gmail.ts';
import { createMicrosoftCalendar } from './microsoft-calendar/microsoft-calendar.ts';
import { createMicrosoftMail } from './microsoft-mail/microsoft-mail.ts';
import { createGoogleCalendar } from './google-calendar/google-calendar.ts';

const MiB = 1024 * 1024;

/** A server whose responses never end. */
let server: Server;
let rootUrl: string;
/** Number of bytes of the longest response. */
let sent: number;
let isCut: Promise<void>;
beforeEach(async () => {
  sent = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  isCut = promise;
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"a":"');
    response.once('close', resolve);
    sendOn(response, 0);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  rootUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const part = Buffer.alloc(MiB, 'a');

function sendOn(response: ServerResponse, before: number): void {
  sent = Math.max(sent, before + part.length);
  // Far more than any limit: a client that continues reading fails the test without exhausting
  // memory.
  if (sent >= 200 * MiB) return void response.destroy();
  response.write(part, () => sendOn(response, before + part.length));
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
  signal: new AbortController().signal,
};
const microsoft = () => ({
  clientId: 'client',
  clientSecret: 'secret',
  tenant: 'tenant',
  signInUrl: rootUrl,
  graphUrl: rootUrl,
});
const google = () => ({ clientId: 'client', clientSecret: 'secret', rootUrl });

describe('a response without an end is given up, and not kept', () => {
  it.each<[string, number, () => Promise<unknown>]>([
    ['Fireflies', 32, () => createFireflies(rootUrl).open(session).position()],
    [
      'a transcript',
      32,
      () => createFireflies(rootUrl).transcribe?.(session, '1') ?? Promise.reject(),
    ],
    ['Gmail', 32, () => createGmail(google(), 6_000).open(session).position()],
    ['a mail', 80, () => createGmail(google(), 6_000).open(session).read('1')],
    ['Microsoft 365 Mail', 32, () => createMicrosoftMail(microsoft()).open(session).position()],
    [
      'Microsoft 365 Calendar',
      32,
      () => createMicrosoftCalendar(microsoft()).open(session).position(),
    ],
    ['Google Calendar', 32, () => createGoogleCalendar(google()).open(session).position()],
    ['a grant', 32, () => exchange()],
  ])('%s', { timeout: 60_000 }, async (_what, limit, work) => {
    await expect(work()).rejects.toMatchObject({
      name: 'ProviderError',
      kind: 'permanent',
      message: expect.stringMatching(/more than|too large/),
    });
    await isCut;
    // What was in transit counts as sent.
    expect(sent).toBeLessThan((limit + 40) * MiB);
  });
});

function exchange(): Promise<unknown> {
  const { connect } = createGmail(google(), 6_000);
  if (connect.kind !== 'oauth') throw new Error('Gmail is connected by OAuth.');
  const request = { state: 'a', codeVerifier: 'b', redirectUri: 'https://here.example/' };
  return connect.exchange('code', request);
}
