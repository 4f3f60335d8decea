import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import { inPeopleWorkspace, lee, mail } from '../../accounts/people/people.fixture.ts';
import { storedRows } from '../../activities/publishing/stored-rows.fixture.ts';
import { rebuildPublished } from '#modules/activities/publishing/rebuild-published.ts';
import { storeTranscript } from '#modules/activities/store-transcript.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { removePast, removePastTexts } from '#modules/activities/remove-past.ts';
import { applyRetention, applyRetentions } from './apply-retention.ts';

const lab = inPeopleWorkspace();

const choose = (months: number | null, textMonths: number | null = null) =>
  lab.app.call('PUT /api/auth/retention', {
    token: lab.ann.token,
    body: { months, textMonths },
  });
const read = async () =>
  (await lab.app.call('GET /api/auth/retention', { token: lab.ann.token })).data;
const preview = async (query: { months?: string; textMonths?: string }) =>
  (await lab.app.call('GET /api/auth/retention/preview', { token: lab.ann.token, query })).data;
const run = () => applyRetentions(lab.app.context);
const written = (days: number, title: string): ActivityToCapture =>
  mail(days, lee, [lab.ann.email], {
    title,
    summary: `summary of ${title}`,
    textBody: `body of ${title} zebra`,
    metadata: { attachments: [`file of ${title}`], status: 'kept' },
  });
const capture = (...given: ActivityToCapture[]) => tracking(lab.app).capture(lab.ann, given);
const captured = async () => {
  const { rows } = await sql<{ title: string; text: string }>`
    select title, concat(summary, text_body, metadata ->> 'attachments') as text
    from captured_activities where owner_id = ${lab.ann.id} order by title`.execute(lab.app.db);
  return rows.map(({ title, text }) => [title, text === '' ? 'no text' : 'text']);
};
/** What colleagues see. */
const shown = async () => {
  const rows = await lab.app.db
    .selectFrom('account_activities')
    .select(['title', 'summary'])
    .where('account_id', '=', lab.accountId)
    .orderBy('title')
    .execute();
  return rows.map(({ title, summary }) => [title, summary]);
};
const found = async (search: string) => {
  const { data } = await lab.app.call('GET /api/workspaces/{workspaceId}/activities/search', {
    token: lab.ben.token,
    params: { workspaceId: lab.workspaceId },
    query: { q: search },
  });
  return data.results.length;
};
/** Whether what is published is what a rebuild publishes. */
async function expectRebuilt(): Promise<void> {
  const { app, workspaceId, accountId } = lab;
  const before = await storedRows(app.db, accountId);
  await app.db.transaction().execute((tx) => rebuildPublished(tx, { workspaceId, accountId }));
  expect(await storedRows(app.db, accountId)).toEqual(before);
}

test('everything is kept until its user chooses otherwise', async () => {
  await capture(written(4_000, 'old'));
  expect(await read()).toEqual({
    months: null,
    textMonths: null,
    lastRunAt: null,
    nextRunAt: null,
    deletedActivities: 0,
    deletedTexts: 0,
  });
  await run();
  expect(await captured()).toEqual([['old', 'text']]);
});

test('older activities go at night, with what was published, and others lose their texts', async () => {
  await capture(written(400, 'old'), written(100, 'quiet'), written(5, 'new'));
  expect(await found('zebra')).toBe(3);
  expect(await preview({ months: '12', textMonths: '2' })).toMatchObject({
    activities: 1,
    sharedActivities: 1,
    texts: 1,
  });
  expect(await preview({})).toMatchObject({ activities: 0, texts: 0, activitiesBefore: null });
  const { data } = await choose(12, 2);
  expect(Date.parse(data.nextRunAt ?? '') - Date.now()).toBeLessThan(24 * 3_600_000);
  expect(await captured()).toHaveLength(3);
  await run();
  expect(await captured()).toEqual([
    ['new', 'text'],
    ['quiet', 'no text'],
  ]);
  expect(await shown()).toEqual([
    ['new', 'summary of new'],
    ['quiet', ''],
  ]);
  expect([await found('zebra'), await found('quiet')]).toEqual([1, 1]);
  const { lastRunAt, ...after } = await read();
  expect(after).toMatchObject({ deletedActivities: 1, deletedTexts: 1 });
  expect(lastRunAt).not.toBeNull();
  await expectRebuilt();
  await run();
  expect(await read()).toMatchObject({ deletedActivities: 1, deletedTexts: 1 });
});

test('what is deleted is not captured again, whatever a sync brings', async () => {
  const [old, quiet] = [written(400, 'old'), written(100, 'quiet')];
  await capture(old, quiet);
  await choose(12, 2);
  await run();
  expect((await capture(old, quiet, written(390, 'older than a year'))).stored).toBe(1);
  expect(await captured()).toEqual([['quiet', 'no text']]);
  await expectRebuilt();
  const call: ActivityToCapture = { ...written(100, 'call'), type: 'call', key: 'fireflies:1' };
  await capture(call);
  const { id } = await lab.app.db
    .selectFrom('captured_activities')
    .select('id')
    .where('owner_id', '=', lab.ann.id)
    .where('title', '=', 'call')
    .executeTakeFirstOrThrow();
  await lab.app.db
    .transaction()
    .execute((tx) =>
      storeTranscript(tx, { ownerId: lab.ann.id, capturedId: id }, [
        { speaker_name: 'Lee', text: 'zebra', start_time: 0 },
      ]),
    );
  expect(await lab.app.db.selectFrom('call_transcripts').selectAll().execute()).toEqual([]);
  await choose(null);
  expect((await capture(old, quiet)).stored).toBe(2);
  expect(await captured()).toContainEqual(['quiet', 'text']);
});

test('a colleague keeps their own copy', async () => {
  const old = written(400, 'both');
  await capture(old);
  await tracking(lab.app).capture(lab.ben, [old]);
  await choose(12);
  await run();
  expect(await captured()).toEqual([]);
  expect(await shown()).toEqual([['both', 'summary of both']]);
  await expectRebuilt();
});

test('steps continue after one that ended in between, and choosing again looks at all texts', async () => {
  await capture(...Array.from({ length: 7 }, (_, at) => written(100 + at, `text ${at}`)));
  await choose(null, 2);
  const ended = new AbortController();
  let steps = 0;
  const db = lab.app.db;
  const stepping = applyRetention(db, lab.ann.id, {
    stepSize: 2,
    signal: Object.defineProperty(ended.signal, 'aborted', { get: () => (steps += 1) > 3 }),
  });
  await stepping.catch(() => {});
  await applyRetention(db, lab.ann.id, { stepSize: 2 });
  expect((await captured()).every(([, text]) => text === 'no text')).toBe(true);
  expect(await read()).toMatchObject({ deletedTexts: 7 });
  await choose(null, 12);
  await capture(written(100, 'text 0'));
  await choose(null, 2);
  await run();
  expect((await captured()).every(([, text]) => text === 'no text')).toBe(true);
});

test('one user who fails holds back no other', async () => {
  const other = await lab.app.make.person();
  await lab.app.call('PUT /api/auth/retention', {
    token: other.token,
    body: { months: 1, textMonths: null },
  });
  await capture(written(400, 'old'));
  await choose(12);
  await sql`update retentions set last_run_at = now() where owner_id = ${lab.ann.id}`.execute(
    lab.app.db,
  );
  const { db } = lab.app.context;
  let transactions = 0;
  const failing = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction' && (transactions += 1) === 1) throw new Error('no connection');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await expect(applyRetentions({ ...lab.app.context, db: failing })).rejects.toThrow(
    'no connection',
  );
  expect(await captured()).toEqual([]);
});

test.each([
  [0, null],
  [10_000, null],
  [1.5, null],
  [12, 12],
  [12, 24],
  [null, 0],
])('%s months of activities and %s of texts are refused', async (months, textMonths) => {
  const { status, error } = await choose(months, textMonths);
  expect([status, error?.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(await read()).toMatchObject({ months: null, textMonths: null });
});

test('a choice is in the log, once', async () => {
  await choose(12);
  await choose(12);
  await choose(null);
  const rows = await lab.app.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'before', 'after'])
    .where('person_id', '=', lab.ann.id)
    .where('action', '=', 'user.retention-changed')
    .orderBy('id')
    .execute();
  const [all, year] = [
    { activityMonths: 'all', textMonths: 'all' },
    { activityMonths: 12, textMonths: 'all' },
  ];
  expect(rows).toEqual([
    { actor_id: lab.ann.id, before: all, after: year },
    { actor_id: lab.ann.id, before: year, after: all },
  ]);
});

test('any number of emails of one time go in steps of a bounded size', async () => {
  const sameTime = new Date(Date.now() - 400 * 86_400_000);
  await capture(...[1, 2, 3, 4, 5].map((n) => ({ ...written(400, `${n}`), occurredAt: sameTime })));
  const take = (remove: typeof removePast | typeof removePastTexts): Promise<{ removed: number }> =>
    lab.app.db.transaction().execute(async (tx) => {
      const past = { ownerId: lab.ann.id, before: new Date(), size: 2, after: null };
      const { removed } = await remove(tx, past);
      return { removed };
    });
  expect((await take(removePastTexts)).removed).toBe(2);
  expect((await captured()).filter(([, text]) => text === 'no text')).toHaveLength(2);
  expect((await take(removePast)).removed).toBe(2);
  await choose(12, 2);
  await applyRetention(lab.app.db, lab.ann.id, { stepSize: 2 });
  expect(await captured()).toEqual([]);
});

test('a text that a legal hold kept goes after its user has stopped sharing it', async () => {
  const { workspaceId, accountId, ann } = lab;
  await tracking(lab.app).importOne(ann.token, 'other.example');
  await capture(written(100, 'quiet'));
  await sql`
    insert into account_holds (workspace_id, account_id, reason)
    values (${workspaceId}, ${accountId}, 'Proceedings')`.execute(lab.app.db);
  await capture({
    ...written(80, 'not held'),
    participants: [{ name: 'Lou', email: 'lou@other.example', role: 'from' }],
  });
  await choose(null, 2);
  await run();
  expect(await captured()).toEqual([
    ['not held', 'no text'],
    ['quiet', 'text'],
  ]);
  const { domainId } = await lab.app.db
    .selectFrom('domain_shares')
    .select('domain_id as domainId')
    .where('owner_id', '=', ann.id)
    .executeTakeFirstOrThrow();
  const { status } = await lab.app.call('DELETE /api/accounts/domains/unshare', {
    token: ann.token,
    body: { domainId, workspaceId },
  });
  expect(status).toBe(200);
  await run();
  expect(await captured()).toEqual([
    ['not held', 'no text'],
    ['quiet', 'no text'],
  ]);
});
