import { control } from '@repo/sandbox/testing/control';
import { startTestSandbox } from '@repo/sandbox/testing/start-test-sandbox';
import { describe, expect, it } from 'vitest';
import { describeProvider } from '#test/provider-contract.ts';
import type { ApiKeyConnect } from '#modules/integrations/provider/connect-methods.ts';
import { createFireflies } from './fireflies.ts';

const address = 'ann@example.org';
const hourMs = 60 * 60 * 1000;

async function start() {
  const sandbox = await startTestSandbox();
  const provider = createFireflies(`${sandbox.url}/graphql`);
  const connect = () =>
    (provider.connect as ApiKeyConnect).exchange(
      sandbox.firefliesKey(address),
      AbortSignal.timeout(5_000),
    );
  const open = async () =>
    provider.open({
      ...(await connect()),
      saveCredentials: () => {},
      ownerId: 'owner',
      spendRequest: async () => {},
      signal: new AbortController().signal,
    });
  return { sandbox, provider, connect, open };
}

describeProvider('Fireflies', async () => {
  const { sandbox, provider, connect } = await start();
  const { url } = sandbox;
  let added = 0;
  return {
    provider,
    connect,
    async add(title) {
      added += 1;
      const [id = ''] = sandbox.addCalls(address, [
        {
          title,
          date: Date.now() - 20 * hourMs + added * hourMs,
          duration: 30,
          meeting_attendees: [{ email: address }, { email: 'bob@acme.com', displayName: 'Bob' }],
        },
      ]);
      return id;
    },
    remove: async (id) => void (await control(url, 'DELETE', `fireflies/${address}/calls/${id}`)),
    revokeGrant: async () =>
      void (await control(url, 'POST', `fireflies/${address}/key`, { isRefused: true })),
    fail: async (status) =>
      void (await control(url, 'POST', 'faults', {
        path: '/graphql',
        effect: { kind: 'fail', status },
      })),
    repair: async () => void (await control(url, 'DELETE', 'faults')),
  };
});

describe('Fireflies', () => {
  it('refuses a key that no one has', async () => {
    const { provider } = await start();
    const exchange = (provider.connect as ApiKeyConnect).exchange(
      'no-key',
      AbortSignal.timeout(5_000),
    );
    await expect(exchange).rejects.toMatchObject({ kind: 'reauthorize' });
  });

  it('lists more than a page, each call once, even if one is deleted in between', async () => {
    const { sandbox, open } = await start();
    const now = Date.now();
    const ids = sandbox.addCalls(
      address,
      Array.from({ length: 120 }, (_, index) => ({
        title: `call ${index}`,
        date: now - index * hourMs,
        duration: 5,
        meeting_attendees: [{ email: 'bob@acme.com' }],
      })),
    );
    const source = await open();
    const newestFirst = [...ids];
    const window = { since: new Date(now - 400 * hourMs), domains: ['acme.com'] };
    const listed = new Set<string>();
    for (let token: string | undefined; ;) {
      const page = await source.list(window, token);
      for (const id of page.ids) listed.add(id);
      token = page.nextPageToken;
      if (token === undefined) break;
      await control(sandbox.url, 'DELETE', `fireflies/${address}/calls/${ids.shift()}`);
    }
    expect([...listed]).toEqual(newestFirst);
  });

  it('tells what changed among more than a page of recent calls', async () => {
    const { sandbox, open } = await start();
    const now = Date.now();
    const ids = sandbox.addCalls(
      address,
      Array.from({ length: 70 }, (_, index) => ({
        title: `call ${index}`,
        date: now - (index + 1) * hourMs,
        duration: 5,
        meeting_attendees: [{ email: address }],
      })),
    );
    const source = await open();
    const position = await source.position();
    const { changed } = await source.changes({ recent: {} });
    expect(changed.toSorted()).toEqual(ids.toSorted());
    await control(sandbox.url, 'DELETE', `fireflies/${address}/calls/${ids.at(-1)}`);
    expect(await source.changes(position)).toMatchObject({ changed: [], removed: [ids.at(-1)] });
  });

  it('gets past a page of calls that all took place at one time', { timeout: 20_000 }, async () => {
    const { sandbox, open } = await start();
    const call = { duration: 5, meeting_attendees: [{ email: 'bob@acme.com' }] };
    const at = Date.now() - 2 * hourMs;
    const crowd = Array.from({ length: 60 }, (_, index) => ({
      ...call,
      title: `call ${index}`,
      date: at,
    }));
    const older = { ...call, title: 'older', date: at - hourMs };
    const ids = sandbox.addCalls(address, [...crowd, older]);
    const source = await open();
    const window = { since: new Date(at - 2 * hourMs), domains: ['acme.com'] };
    const listed: string[] = [];
    let token: string | undefined;
    for (let pages = 0; pages < 5; pages += 1) {
      const page = await source.list(window, token);
      listed.push(...page.ids);
      token = page.nextPageToken;
      if (token === undefined) break;
    }
    expect(token).toBeUndefined();
    expect([...new Set(listed)].toSorted()).toEqual(ids.toSorted());
  });

  it('asks for no call that is only too long ago by now', async () => {
    const { sandbox, open } = await start();
    await control(sandbox.url, 'POST', `fireflies/${address}/key`, { requestsADay: 3 });
    const source = await open();
    const long = Date.now() - 20 * 24 * hourMs;
    const late = Date.now() - 24 * hourMs;
    const recent = { old: `${long} x`, older: `${long} y`, gone: `${late} z` };
    expect(await source.changes({ recent })).toMatchObject({ changed: [], removed: ['gone'] });
  });

  it('says until when to wait when the requests of a day are used up', async () => {
    const { sandbox, open } = await start();
    await control(sandbox.url, 'POST', `fireflies/${address}/key`, { requestsADay: 1 });
    const source = await open();
    await expect(source.position()).rejects.toMatchObject({
      kind: 'rate-limited',
      retryAfterSeconds: expect.any(Number),
    });
  });

  it('gives the sentences of a call, and none where there is no transcript', async () => {
    const { sandbox, provider, connect } = await start();
    const call = { date: Date.now() - hourMs, duration: 5 };
    const [spoken = '', silent = ''] = sandbox.addCalls(address, [
      {
        ...call,
        title: 'spoken',
        sentences: [{ speaker_name: 'Bob', text: 'Hello', start_time: 1.5, end_time: 2 }],
      },
      { ...call, title: 'silent' },
    ]);
    const session = {
      ...(await connect()),
      saveCredentials: () => {},
      ownerId: 'owner',
      spendRequest: async () => {},
      signal: AbortSignal.timeout(5_000),
    };
    expect(await provider.transcribe?.(session, spoken)).toEqual([
      { speaker_name: 'Bob', text: 'Hello', start_time: 1.5 },
    ]);
    expect(await provider.transcribe?.(session, silent)).toEqual([]);
    expect(await provider.transcribe?.(session, 'made-up')).toEqual([]);
  });
});
