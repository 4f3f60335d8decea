import { control } from '@repo/sandbox/testing/control';
import { clientId, clientSecret } from '@repo/sandbox/testing/sign-in';
import { startTestSandbox } from '@repo/sandbox/testing/start-test-sandbox';
import { describe, expect, it } from 'vitest';
import { connectByConsent, describeConsent } from '#test/google-consent.ts';
import { describeProvider } from '#test/provider-contract.ts';
import type { ListPage } from '#modules/integrations/provider/activity-source.ts';
import { createGoogleCalendar } from './google-calendar.ts';

const address = 'ann@example.org';
const hourMs = 60 * 60 * 1000;

async function start() {
  const sandbox = await startTestSandbox();
  const settings = { clientId, clientSecret, rootUrl: sandbox.url };
  return { sandbox, provider: createGoogleCalendar(settings) };
}

describeConsent('Google Calendar', async () => ({ ...(await start()), address }));

describeProvider('Google Calendar', async () => {
  const { sandbox, provider } = await start();
  const { url } = sandbox;
  let added = 0;
  return {
    provider,
    connect: () => connectByConsent(provider, address),
    async add(title) {
      added += 1;
      const begin = Date.now() - 20 * hourMs + added * hourMs;
      const [id = ''] = sandbox.addEvents(address, [
        {
          id: `meeting${added}`,
          summary: title,
          start: { dateTime: new Date(begin).toISOString() },
          end: { dateTime: new Date(begin + hourMs).toISOString() },
          attendees: [{ email: address }, { email: 'bob@acme.com', displayName: 'Bob' }],
        },
      ]);
      return id;
    },
    remove: async (id) =>
      void (await control(url, 'DELETE', `google-calendar/${address}/events/${id}`)),
    expireCursors: async () =>
      void (await control(url, 'POST', `google-calendar/${address}/expire-sync-tokens`)),
    revokeGrant: async () =>
      void (await control(url, 'POST', `google-oauth/${address}/revoke-grants`)),
    fail: async (status) =>
      void (await control(url, 'POST', 'faults', {
        path: '/calendar/**',
        effect: { kind: 'fail', status },
      })),
    repair: async () => void (await control(url, 'DELETE', 'faults')),
  };
});

describe('a calendar with more than a page of events', () => {
  const dayMs = 24 * hourMs;
  const many = 260;

  async function open() {
    const { sandbox, provider } = await start();
    const source = provider.open({
      ...(await connectByConsent(provider, address)),
      saveCredentials: () => {},
      ownerId: 'owner',
      spendRequest: async () => {},
      signal: new AbortController().signal,
    });
    /** Adds events a minute apart, the first of them at the given age; returns their ids. */
    const add = (count: number, ago: number) => {
      const at = (index: number) => new Date(Date.now() - ago + index * 60_000).toISOString();
      return sandbox.addEvents(
        address,
        Array.from({ length: count }, (_, index) => ({
          id: `event${ago}x${index}`,
          start: { dateTime: at(index) },
          end: { dateTime: at(index + 1) },
          attendees: [{ email: 'bob@acme.com' }],
        })),
      );
    };
    return { source, add };
  }

  it('is listed to the end of the window, each event once, the latest weeks first', async () => {
    const { source, add } = await open();
    const older = add(3, 80 * dayMs);
    const recent = add(many, 2 * dayMs);
    const window = { since: new Date(Date.now() - 84 * dayMs), domains: ['acme.com'] };
    const pages: ListPage[] = [];
    for (let token: string | undefined; ; token = pages.at(-1)?.nextPageToken) {
      pages.push(await source.list(window, token));
      if (pages.at(-1)?.nextPageToken === undefined) break;
    }
    const listed = pages.flatMap(({ ids }) => ids);
    expect(listed.toSorted()).toEqual([...older, ...recent].toSorted());
    expect(listed.slice(-older.length)).toEqual(older.toReversed());
  });

  it('tells all that changed, page by page', async () => {
    const { source, add } = await open();
    const position = await source.position();
    const ids = add(many, dayMs);
    const first = await source.changes(position);
    expect(first.isLast).toBe(false);
    const second = await source.changes(first.next);
    expect(second.isLast).toBe(true);
    expect([...first.changed, ...second.changed].toSorted()).toEqual(ids.toSorted());
    expect(await source.changes(second.next)).toMatchObject({ changed: [], isLast: true });
  });

  it('reports its progress after more than a page of them', { timeout: 60_000 }, async () => {
    const { source, add } = await open();
    add(2_510, 3 * dayMs);
    const position = await source.position();
    const [id] = add(1, hourMs);
    expect((await source.changes(position)).changed).toEqual([id]);
  });

  it('starts again when a page token is refused', async () => {
    const { source, add } = await open();
    const position = await source.position();
    const ids = add(2, hourMs);
    const stale = await source.changes({ ...position, pageToken: 'made up' });
    expect(stale.changed.toSorted()).toEqual(ids.toSorted());
    const window = { since: new Date(Date.now() - dayMs), domains: undefined };
    const span = `${Date.now() - dayMs}-:made up`;
    expect((await source.list(window, span)).ids.toSorted()).toEqual(ids.toSorted());
  });
});
