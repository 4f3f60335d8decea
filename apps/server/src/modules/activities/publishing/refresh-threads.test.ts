import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import type { ActivityToCapture } from '../activity-to-capture.ts';
import { largestExactThread, refreshThreads } from './refresh-threads.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const now = Date.now();
const participants: ActivityToCapture['participants'] = [
  { name: '', email: 'ann@acme.com', role: 'from' },
];

const mail = (name: string, messageIds: string[], minutesAgo: number): ActivityToCapture => ({
  externalId: name,
  key: name,
  type: 'email',
  occurredAt: new Date(now - minutesAgo * 60_000),
  title: name,
  summary: '',
  participants,
  messageIds: [`<${name}>`, ...messageIds],
});

/** `count` emails that refer to the same one, each later than the one before. */
const conversation = (root: string, count: number) =>
  Array.from({ length: count }, (_, n) => mail(`${root} ${n}`, [`<${root}>`], 10_000 - n));

async function settle() {
  const { settle, makeAccount, capture } = tracking(app);
  const { workspace, person } = await settle();
  const { accountId } = await makeAccount(person, workspace.id);
  const published = () =>
    app.db
      .selectFrom('account_activities')
      .select(['id', 'title', 'thread_id as threadId'])
      .where('account_id', '=', accountId)
      .execute();
  return {
    workspaceId: workspace.id,
    accountId,
    capture: (mails: ActivityToCapture[]) => capture(person, mails),
    published,
    /** The titles of each thread's emails, by the title of the email that names it. */
    async threads() {
      const rows = await published();
      const titles = new Map(rows.map(({ id, title }) => [id, title]));
      const threads = Map.groupBy(rows, ({ threadId }) => titles.get(threadId ?? ''));
      return Object.fromEntries([...threads].map(([name, mails]) => [name, mails.length]));
    },
  };
}

/** Rows of published activities and references that the transaction has read by an index. */
async function readSoFar(tx: Parameters<typeof refreshThreads>[0]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::int as count
    from pg_stat_xact_user_tables
    where relname in ('account_activities', 'account_message_refs')`.execute(tx);
  return rows[0]?.count ?? 0;
}

test(
  'what more emails of a thread cost is independent of its size',
  { timeout: 60_000 },
  async () => {
    const { workspaceId, accountId, capture, published } = await settle();
    const costs = new Map([1, 500].map((count): [number, number[]] => [count, []]));
    for (const size of [1_000, 4_000]) {
      const stored = (await published()).length;
      await capture(conversation('root', size).slice(stored));
      const rows = await published();
      for (const [count, ofCount] of costs) {
        await app.db.transaction().execute(async (tx) => {
          const before = await readSoFar(tx);
          await refreshThreads(
            tx,
            workspaceId,
            rows.slice(0, count).map(({ id }) => changeOf(accountId, id)),
          );
          ofCount.push((await readSoFar(tx)) - before);
        });
      }
    }
    for (const [count, [small = 0, large = 0]] of costs) {
      // Of a cost that grows with the thread it would be four times; statistics that are renewed in between
      // cost a quarter.
      expect(large, `${count} more mails`).toBeLessThan(2 * small);
    }
  },
);

test('a large thread takes in emails, earlier ones as well, and keeps its name', async () => {
  const { capture, threads } = await settle();
  await capture(conversation('root', largestExactThread));
  expect(await threads()).toEqual({ 'root 0': largestExactThread });
  // Still read whole: the earliest email names it.
  await capture([mail('earlier', ['<root>'], 20_000)]);
  expect(await threads()).toEqual({ earlier: largestExactThread + 1 });
  await capture([mail('earliest', ['<root>'], 30_000), mail('alone', [], 40_000)]);
  expect(await threads()).toEqual({ earlier: largestExactThread + 2, alone: 1 });
  await capture([mail('bridge', ['<alone>', '<root>'], 1)]);
  expect(await threads()).toEqual({ earlier: largestExactThread + 4 });
});

test('two large threads that a mail refers to stay two, and none of their emails is written', async () => {
  const { capture, threads } = await settle();
  const size = largestExactThread + 10;
  await capture(conversation('one', size));
  await capture(conversation('other', size));
  const sizes = async () => Object.values<number>(await threads()).sort((a, b) => a - b);
  expect(await sizes()).toEqual([size, size]);
  await capture([mail('bridge', ['<one>', '<other>'], 1)]);
  expect(await sizes()).toEqual([size, size + 1]);
  // Whatever refers to both afterwards joins one of them, too.
  await capture([mail('further', ['<bridge>', '<other>', '<one>'], 2)]);
  const after = await sizes();
  expect(after).toHaveLength(2);
  expect(after.reduce((sum, mails) => sum + mails)).toBe(2 * size + 2);
});

test('a mail that refers to many threads joins a bounded number of emails', async () => {
  const { workspaceId, accountId, capture, threads } = await settle();
  const [size, count, limit] = [20, 12, 100];
  const roots = Array.from({ length: count }, (_, at) => `many${at}`);
  await capture(roots.flatMap((root) => conversation(root, size)));
  const read = app.db
    .selectFrom('account_activities')
    .select(['id', 'title', 'thread_id as threadId'])
    .where('account_id', '=', accountId);
  await capture([mail('bridge', [], 1)]);
  const before = new Map((await read.execute()).map(({ id, threadId }) => [id, threadId]));
  const bridge = (await read.execute()).find(({ title }) => title === 'bridge')?.id ?? '';
  // Each email of a thread refers to its root, and so does the bridge to all of them.
  await sql`
    insert into account_message_refs (workspace_id, account_id, ref, activity_id)
    select distinct workspace_id, account_id, ref, ${bridge}::uuid from account_message_refs
    where account_id = ${accountId}
    on conflict do nothing`.execute(app.db);

  await app.db
    .transaction()
    .execute((tx) => refreshThreads(tx, workspaceId, [changeOf(accountId, bridge)], limit));

  const renamed = (await read.execute()).filter(({ id, threadId }) => before.get(id) !== threadId);
  expect(renamed.length).toBeGreaterThan(limit / 2);
  expect(renamed.length).toBeLessThanOrEqual(limit);
  const sizes = Object.values<number>(await threads()).sort((a, b) => b - a);
  expect(sizes.reduce((sum, mails) => sum + mails)).toBe(count * size + 1);
  // What was not joined is as it was.
  expect(new Set(sizes.slice(1))).toEqual(new Set([size]));
});

const changeOf = (accountId: string, activityId: string) => ({
  accountId,
  activityId,
  isRethreaded: true,
  day: null,
  side: null,
  oldDay: null,
  oldSide: null,
  oldThreadId: null,
});
