import type { Integration } from '@repo/contract/integrations';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSyncLab, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import { isLong } from '#test/long-tests.ts';
import { passChangesInterval } from '#test/pass-changes-interval.ts';
import type { MadePerson } from '#test/test-makers.ts';

const subjects = ['one', 'other'];

let lab: SyncLab;
let ann: MadePerson;
/** The ids of the two emails that fail. */
let ids: string[];
beforeEach(async () => {
  lab = await createSyncLab();
  ann = await lab.make.person({ email: mailbox });
});

async function connect(): Promise<Integration> {
  await lab.connect(ann);
  lab.startWorker();
  return lab.rested(ann);
}

async function deliver(daysAgo = 0): Promise<void> {
  const messageIds = await lab.deliver(subjects.map((subject) => ({ subject, daysAgo })));
  ids = await Promise.all(messageIds.map(lab.idOf));
}

/** Makes Gmail list the two emails and fail to return either. */
async function pause(): Promise<void> {
  for (const id of ids) {
    const path = `/gmail/v1/users/me/messages/${id}`;
    await lab.control('POST', '/faults', { path, effect: { kind: 'fail', status: 500 } });
  }
}

async function release(): Promise<Integration> {
  await lab.control('DELETE', '/faults');
  await lab.db
    .updateTable('failed_items')
    .set({ retry_at: new Date(0) })
    .execute();
  return lab.sync(ann);
}

async function compare(): Promise<Integration> {
  const { id } = await lab.rested(ann);
  const asked = { token: ann.token, params: { id } };
  await lab.call('POST /api/integrations/{id}/completeness', asked);
  return lab.rested(ann);
}

/** Moves the cursor to the current state of the mailbox, as if nothing had changed in it. */
async function missWhatHappened(): Promise<void> {
  type Mailboxes = { mailboxes: { address: string; historyId: string }[] };
  const { mailboxes } = await lab.control<Mailboxes>('GET', '/mailboxes');
  const historyId = String(mailboxes.find(({ address }) => address === mailbox)?.historyId);
  await lab.db
    .updateTable('integrations')
    .set({ cursor: JSON.stringify({ historyId }) })
    .execute();
}

/**
 * Cases that lead to a page of nothing but two failing emails. Each returns how its first sync
 * ended.
 */
const pages = {
  async 'what changed'() {
    await lab.track(ann, 'acme.com');
    await connect();
    await deliver();
    await pause();
    return lab.sync(ann);
  },
  async 'a discovery'() {
    await lab.track(ann, 'acme.com');
    await deliver();
    await pause();
    return connect();
  },
  async 'a backfill'() {
    await deliver();
    await connect();
    await pause();
    await lab.track(ann, 'acme.com');
    return lab.rested(ann);
  },
  async 'a comparison'() {
    await lab.track(ann, 'acme.com');
    await deliver();
    await connect();
    await lab.db.deleteFrom('captured_activities').execute();
    await pause();
    return compare();
  },
};

const ways = Object.entries(pages);

describe.each(isLong ? ways : ways.slice(0, 1))(
  '%s that names only emails which fail',
  (_, begin) => {
    it('waits for the next sync, goes on with it, and loses none of them', async () => {
      expect(await begin()).toMatchObject({
        lastError: expect.stringContaining('Gmail failed (500'),
      });
      const second = await lab.sync(ann);
      expect(second).toMatchObject({ failedItems: 2, lastSync: { outcome: 'done' } });
      expect(second.lastError).toBeUndefined();
      expect(await lab.db.selectFrom('sync_tasks').selectAll().execute()).toEqual([]);
      expect(await release()).toMatchObject({ failedItems: 0 });
      expect(await lab.captured(ann)).toEqual(subjects);
    });
  },
);

it('is read whole where the outage has passed at the next sync', async () => {
  await pages['a backfill']();
  expect(await lab.captured(ann)).toEqual([]);
  await lab.control('DELETE', '/faults');
  expect(await lab.sync(ann)).toMatchObject({ failedItems: 0 });
  expect(await lab.captured(ann)).toEqual(subjects);
});

it.runIf(isLong)('does not wait for items that failed before', async () => {
  await pages['what changed']();
  await lab.sync(ann);
  expect((await compare()).lastError).toBeUndefined();
  expect(await lab.db.selectFrom('sync_tasks').selectAll().execute()).toEqual([]);
});

it.runIf(isLong)('waits for another sync where changes are looked for before it', async () => {
  await deliver(2);
  const newer = Array.from({ length: 100 }, (_, index) => ({ subject: `newer ${index}` }));
  await lab.deliver(newer);
  await connect();
  await lab.control('POST', '/faults', {
    path: '/gmail/v1/users/me/messages/*',
    effect: { kind: 'slow', ms: 100 },
  });
  await pause();
  await lab.track(ann, 'acme.com');
  await passChangesInterval(lab);
  expect(await lab.rested(ann)).toMatchObject({
    storedActivities: 100,
    lastError: expect.stringContaining('Gmail failed (500'),
  });
});

it('removes what is gone though it could not be asked for at first', async () => {
  await lab.track(ann, 'acme.com');
  await deliver();
  await connect();
  for (const id of ids) await lab.control('DELETE', `/gmail/${mailbox}/messages/${id}`);
  await missWhatHappened();
  await pause();
  expect((await compare()).lastError).toContain('Gmail failed (500');
  expect((await lab.sync(ann)).lastError).toBeUndefined();
  expect(await lab.captured(ann)).toEqual(subjects);
  await release();
  expect(await lab.captured(ann)).toEqual([]);
});
