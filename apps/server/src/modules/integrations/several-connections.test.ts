import type { Integration } from '@repo/contract/integrations';
import { limits } from '@repo/contract/limits';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSyncLab, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { createToken } from '#platform/secrets/token.ts';
import { sealCredentials } from './connect/credentials.ts';

const second = 'ann@elsewhere.example';

let lab: SyncLab;
let ann: MadePerson;
beforeEach(async () => {
  lab = await createSyncLab();
  ann = await lab.make.person({ email: mailbox });
});

const list = async () => (await lab.call('GET /api/integrations', { token: ann.token })).data;
const connections = async (): Promise<Integration[]> => (await list()).connections ?? [];
const connectionOf = async (source: string): Promise<Integration> => {
  const found = (await connections()).find((one) => one.source === source);
  if (found === undefined) throw new Error(`${source} is not connected.`);
  return found;
};

/** Waits until every connection rests. */
const rested = async () =>
  await expect
    .poll(async () => (await connections()).filter(({ progress }) => progress !== undefined), {
      timeout: 30_000,
    })
    .toEqual([]);

const sync = async (source: string) => {
  const { id } = await connectionOf(source);
  await lab.call('POST /api/integrations/{id}/sync', { token: ann.token, params: { id } });
  await rested();
};

const disconnect = (id: string) =>
  lab.call('DELETE /api/integrations/{id}', { token: ann.token, params: { id } });

/** Connects both mailboxes and reads them. */
const connectBoth = async () => {
  await lab.connect(ann);
  await lab.connect(ann, { address: second });
  lab.startWorker();
  await rested();
};

const storedOf = async (source: string) => (await connectionOf(source)).storedActivities;

describe('connecting a second mailbox of a provider', () => {
  it('adds it beside the first, which clients that know one of each still get', async () => {
    await lab.deliver([{ subject: 'first' }]);
    await lab.deliver([{ subject: 'second' }, { subject: 'third' }], second);
    await lab.track(ann, 'acme.com');
    await connectBoth();
    const { integrations, connections } = await list();
    expect(connections).toMatchObject([
      { provider: 'gmail', source: mailbox, storedActivities: 1 },
      { provider: 'gmail', source: second, storedActivities: 2 },
    ]);
    expect(integrations).toEqual(connections?.slice(0, 1));
    expect((await lab.captured(ann)).toSorted()).toEqual(['first', 'second', 'third']);
  });

  it('leaves the one that has to be connected again as it is', async () => {
    await connectBoth();
    const { id } = await connectionOf(mailbox);
    await lab.control('POST', `/google-oauth/${mailbox}/revoke-grants`);
    await sync(mailbox);
    // At the consent page, the other account is chosen by mistake.
    await lab.connect(ann, { address: second });
    await rested();
    expect(await list()).toMatchObject({
      integrations: [{ id, source: mailbox, isConnected: true, needsReauth: true }],
      connections: [
        { id, source: mailbox, needsReauth: true },
        { source: second, needsReauth: false },
      ],
    });
    await lab.connect(ann, { address: mailbox });
    await rested();
    expect(await connections()).toMatchObject([
      { id, needsReauth: false },
      { source: second, needsReauth: false },
    ]);
  });

  it('connects a source once, whatever happens at the same time', async () => {
    const landed = await Promise.all([1, 2, 3].map(() => lab.consent(ann)));
    await Promise.all(landed.map((one) => lab.confirm(ann, one)));
    expect(await connections()).toHaveLength(1);
    const before = await connectionOf(mailbox);
    await disconnect(before.id);
    await lab.connect(ann);
    expect(await connectionOf(mailbox)).toMatchObject({ id: before.id });
  });

  it('is refused beyond the limit; what is disconnected makes room', async () => {
    for (let count = 1; count <= limits.connectionsPerProvider; count += 1) {
      const { id } = await lab.db
        .insertInto('integrations')
        .values({ owner_id: ann.id, provider: 'gmail', source: `box${count}@example.org` })
        .returning('id')
        .executeTakeFirstOrThrow();
      await lab.db
        .updateTable('integrations')
        .set(sealCredentials(lab.context, id, { refresh_token: createToken() }))
        .where('id', '=', id)
        .execute();
    }
    const landed = await lab.consent(ann);
    const refused = await lab.confirm(ann, landed);
    expect(refused).toMatchObject({
      status: 409,
      error: {
        code: 'LIMIT_REACHED',
        message:
          'You have connected 10 mailboxes with Gmail, and at most 10 can be. Disconnect one first.',
      },
    });
    const third = await connectionOf('box3@example.org');
    await disconnect(third.id);
    expect((await lab.confirm(ann, landed)).status).toBe(200);
    expect((await connections()).map(({ source }) => source)).toEqual(
      [1, 2, 4, 5, 6, 7, 8, 9, 10].map((count) => `box${count}@example.org`).concat(mailbox),
    );
    const { count } = await lab.db
      .selectFrom('integrations')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('owner_id', '=', ann.id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(limits.connectionsPerProvider);
  });
});

describe('disconnecting one of two mailboxes', () => {
  it('touches nothing of the other: its access, its activities, its failed items', async () => {
    await lab.deliver([{ subject: 'first' }]);
    await lab.deliver([{ subject: 'second' }], second);
    await lab.track(ann, 'acme.com');
    await connectBoth();
    const kept = await connectionOf(second);
    await lab.db
      .insertInto('failed_items')
      .values({ owner_id: ann.id, integration_id: kept.id, external_id: 'odd', reason: 'Odd.' })
      .execute();
    await disconnect((await connectionOf(mailbox)).id);
    const { integrations } = await list();
    expect(integrations).toMatchObject([{ id: kept.id, source: second, failedItems: 1 }]);
    await lab.deliver([{ subject: 'later' }], second);
    await sync(second);
    expect((await lab.captured(ann)).toSorted()).toEqual(['first', 'later', 'second']);
    expect(await connectionOf(second)).toMatchObject({ needsReauth: false, storedActivities: 2 });
  });
});

describe('the same mail in two mailboxes', () => {
  const messageId = '<same@acme.com>';
  let accountId: string;
  beforeEach(async () => {
    const workspace = await lab.make.workspace();
    await lab.make.membership(workspace.id, ann.id);
    const { data } = await lab.call('POST /api/accounts/import', {
      token: ann.token,
      body: { domains: ['acme.com'], source: 'manual', name: 'Acme', workspaceId: workspace.id },
    });
    accountId = data.results[0]?.workspaceAccount?.id ?? '';
    await lab.deliver([{ subject: 'same', messageId, daysAgo: 1 }]);
    await lab.deliver([{ subject: 'same', messageId, daysAgo: 1 }], second);
    await connectBoth();
  });

  const published = async () => {
    const { data } = await lab.call('GET /api/accounts/{accountId}/timeline', {
      token: ann.token,
      params: { accountId },
    });
    return data.activities.map(({ title }) => title);
  };
  const remove = async (address: string) => {
    const found = (await lab.messages(address)).find((one) => `<${one.messageId}>` === messageId);
    await lab.control('DELETE', `/gmail/${address}/messages/${found?.id}`);
    await sync(address);
  };

  it.each([
    [mailbox, second],
    [second, mailbox],
  ])(
    'is one activity, which stays when it is deleted in %s, and goes with the last copy',
    async (one, other) => {
      expect(await lab.captured(ann)).toEqual(['same', 'same']);
      expect(await published()).toEqual(['same']);
      await remove(one);
      expect(await lab.captured(ann)).toEqual(['same']);
      expect(await published()).toEqual(['same']);
      await remove(other);
      expect(await lab.captured(ann)).toEqual([]);
      expect(await published()).toEqual([]);
    },
  );

  it('is compared in each: what one lacks is no difference of the other', async () => {
    const found = (await lab.messages(second)).find((one) => `<${one.messageId}>` === messageId);
    await lab.control('DELETE', `/gmail/${second}/messages/${found?.id}`);
    const checked = async (source: string) => {
      const { id } = await connectionOf(source);
      const params = { id };
      const call = { token: ann.token, params };
      await lab.call('POST /api/integrations/{id}/completeness', call);
      await rested();
      return (await lab.call('GET /api/integrations/{id}/completeness', call)).data.days;
    };
    expect(await checked(mailbox)).toMatchObject([{ atProvider: 1, stored: 1, missing: 0 }]);
    await checked(second);
    expect(await storedOf(second)).toBe(0);
    expect(await checked(mailbox)).toMatchObject([{ atProvider: 1, missing: 0, gone: 0 }]);
    expect(await published()).toEqual(['same']);
  });

  it('is found in the mailbox that is asked', async () => {
    await remove(mailbox);
    const locate = async (source: string) => {
      const { id } = await connectionOf(source);
      const { data } = await lab.call('GET /api/integrations/{id}/message-location', {
        token: ann.token,
        params: { id },
        query: { message: messageId },
      });
      return data.rule;
    };
    expect(await locate(mailbox)).toBe('not-found');
    expect(await locate(second)).toBe('stored');
  });
});

it('reads a meeting that has the same id in two calendars, and removes it with the last copy', async () => {
  await lab.track(ann, 'acme.com');
  const start = new Date(Date.now() - 86_400_000);
  const event = {
    id: 'abcde12345',
    iCalUID: 'meeting@google.com',
    summary: 'Meeting',
    start: { dateTime: start.toISOString() },
    end: { dateTime: new Date(start.getTime() + 3_600_000).toISOString() },
    attendees: [{ email: 'bob@acme.com' }],
  };
  for (const address of [mailbox, second]) {
    await lab.control('POST', `/google-calendar/${address}/events`, event);
    await lab.connect(ann, { provider: 'google_calendar', address });
  }
  lab.startWorker();
  await rested();
  const rows = await lab.db
    .selectFrom('captured_activities')
    .select(['source', 'external_id', 'activity_key'])
    .where('owner_id', '=', ann.id)
    .execute();
  expect(rows.map(({ source }) => source).toSorted()).toEqual([second, mailbox].toSorted());
  expect(new Set(rows.map(({ activity_key: key }) => key)).size).toBe(1);
  expect(new Set(rows.map(({ external_id: id }) => id)).size).toBe(1);
  await lab.control('DELETE', `/google-calendar/${mailbox}/events/${event.id}`);
  await sync(mailbox);
  expect(await storedOf(mailbox)).toBe(0);
  expect(await lab.captured(ann)).toEqual(['Meeting']);
});

describe('discovery in two mailboxes', () => {
  const discover = async () =>
    (await lab.call('GET /api/accounts/discover', { token: ann.token, query: {} })).data;

  it('adds them up, counts a mail in both once, and offers no domain of either', async () => {
    const messageId = '<both@acme.com>';
    await lab.deliver([{ messageId }, { from: 'Eve <eve@one.example>' }]);
    await lab.deliver([{ from: `Ann Elsewhere <${second}>` }]);
    await lab.deliver([{ messageId }, { from: 'Eve <eve@two.example>' }, {}], second);
    await lab.deliver([{ from: `Ann Arbor <${mailbox}>` }], second);
    await connectBoth();
    const { domains, progress } = await discover();
    expect(progress?.state).toBe('done');
    expect(domains.map(({ domain, activityCount }) => [domain, activityCount])).toEqual([
      ['acme.com', 2],
      ['one.example', 1],
      ['two.example', 1],
    ]);
  });

  it('uses what one has while the other has to be connected again', async () => {
    await lab.deliver([{}], second);
    await connectBoth();
    await lab.control('POST', `/google-oauth/${mailbox}/revoke-grants`);
    await sync(mailbox);
    const { domains, progress } = await discover();
    expect(progress?.state).toBe('done');
    expect(domains).toMatchObject([{ domain: 'acme.com' }]);
  });

  it('keeps what was counted when a connected mailbox is connected again', async () => {
    await lab.connect(ann);
    await lab.connect(ann, { address: second });
    await disconnect((await connectionOf(second)).id);
    const counted = { owner_id: ann.id, provider: 'gmail', domain: 'acme.com' };
    await lab.db
      .insertInto('discovered_days')
      .values({ ...counted, day: '2026-01-02', mails: 3 })
      .execute();
    await lab.connect(ann);
    const kept = await lab.db.selectFrom('discovered_days').select('mails').execute();
    expect(kept).toEqual([{ mails: 3 }]);
  });
});
