import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '../../accounts/deletion/delete-account.ts';
import { finishDeletion } from '../../accounts/deletion/finish-deletion.ts';
import { restoreAccount } from '../../accounts/deletion/restore-account.ts';
import { restoreShares } from '../../accounts/deletion/restore-shares.ts';
import { inPeopleWorkspace, lee, mail } from '../../accounts/people/people.fixture.ts';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import { storedRows } from '../../activities/publishing/stored-rows.fixture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { rebuildPublished } from '#modules/activities/publishing/rebuild-published.ts';
import { applyWorkspaceRetention, applyWorkspaceRetentions } from './apply-workspace-retention.ts';

const lab = inPeopleWorkspace();
let owner: { token: string; id: string };
beforeEach(async () => {
  owner = await lab.app.make.person({ name: 'Olga' });
  await lab.app.make.membership(lab.workspaceId, owner.id, 'owner');
});

const of = () => ({ params: { workspaceId: lab.workspaceId } });
const choose = (months: number | null, textMonths: number | null = null, by = owner) =>
  lab.app.call('PUT /api/workspaces/{workspaceId}/retention', {
    ...of(),
    token: by.token,
    body: { months, textMonths },
  });
const read = async () =>
  (
    await lab.app.call('GET /api/workspaces/{workspaceId}/retention', {
      ...of(),
      token: lab.ben.token,
    })
  ).data;
const preview = async (query: { months?: string; textMonths?: string }) =>
  (
    await lab.app.call('GET /api/workspaces/{workspaceId}/retention/preview', {
      ...of(),
      token: owner.token,
      query,
    })
  ).data;
const run = () => applyWorkspaceRetentions(lab.app.context);
const written = (days: number, title: string): ActivityToCapture =>
  mail(days, lee, [lab.ann.email], {
    title,
    summary: `summary of ${title}`,
    textBody: `body of ${title} zebra`,
  });
const capture = (...given: ActivityToCapture[]) => tracking(lab.app).capture(lab.ann, given);
/** What colleagues see. */
const shown = async () => {
  const rows = await lab.app.db
    .selectFrom('account_activities')
    .select(['title', 'summary'])
    .where('workspace_id', '=', lab.workspaceId)
    .orderBy('title')
    .execute();
  return rows.map(({ title, summary }) => [title, summary]);
};
const captured = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from captured_activities
    where owner_id = ${lab.ann.id} and text_body is not null`.execute(lab.app.db);
  return rows[0]?.count;
};
const found = async (search: string) => {
  const { data } = await lab.app.call('GET /api/workspaces/{workspaceId}/activities/search', {
    ...of(),
    token: lab.ben.token,
    query: { q: search },
  });
  return data.results.length;
};
/** Whether what is published is what a rebuild publishes. */
async function expectRebuilt(accountId = lab.accountId): Promise<void> {
  const { app, workspaceId } = lab;
  const before = await storedRows(app.db, accountId);
  await app.db.transaction().execute((tx) => rebuildPublished(tx, { workspaceId, accountId }));
  expect(await storedRows(app.db, accountId)).toEqual(before);
}

const nothingChosen = {
  months: null,
  textMonths: null,
  lastRunAt: null,
  nextRunAt: null,
  deletedActivities: 0,
  deletedTexts: 0,
  activitiesBefore: null,
  textsBefore: null,
};

test('older activities leave the workspace at night, and newer ones lose their texts there', async () => {
  await capture(written(400, 'old'), written(100, 'quiet'), written(5, 'new'));
  expect(await read()).toEqual(nothingChosen);
  expect(await preview({ months: '12', textMonths: '2' })).toMatchObject({
    activities: 1,
    accounts: 1,
    texts: 1,
  });
  expect(await preview({})).toMatchObject({ activities: 0, accounts: 0, texts: 0 });
  const { data } = await choose(12, 2);
  expect(Date.parse(data.nextRunAt ?? '') - Date.now()).toBeLessThan(24 * 3_600_000);
  expect(await shown()).toHaveLength(3);
  await run();
  expect(await shown()).toEqual([
    ['new', 'summary of new'],
    ['quiet', ''],
  ]);
  expect([await found('zebra'), await found('quiet')]).toEqual([1, 1]);
  expect(await captured()).toBe(3);
  const { lastRunAt, activitiesBefore, textsBefore, ...after } = await read();
  expect(after).toMatchObject({ deletedActivities: 1, deletedTexts: 1 });
  expect([lastRunAt, activitiesBefore, textsBefore]).not.toContain(null);
  await expectRebuilt();
  await run();
  expect(await read()).toMatchObject({ deletedActivities: 1, deletedTexts: 1 });
});

test('what was deleted does not come back, whatever is synced, shared, restored or chosen', async () => {
  const { app, workspaceId, accountId, ann, ben } = lab;
  const [old, quiet] = [written(400, 'old'), written(100, 'quiet')];
  await capture(old, quiet);
  await choose(12, 2);
  await run();
  await capture({ ...old, summary: 'edited' }, { ...quiet, summary: 'edited' });
  await tracking(app).capture(ben, [old, quiet, written(390, 'also old')]);
  const withoutOld = [['quiet', '']];
  expect(await shown()).toEqual(withoutOld);
  await choose(null);
  await run();
  const member = { id: ann.id, name: 'Ann' };
  await deleteAccount(app.db, member, accountId);
  await finishDeletion(app.db, { workspaceId, accountId });
  await restoreAccount(app.db, member, { workspaceId, accountId });
  await restoreShares(app.db, { workspaceId, accountId });
  expect(await shown()).toEqual(withoutOld);
  await expectRebuilt();
  const { data } = await tracking(app).importOne(ann.token, 'other.example', workspaceId);
  const intoId = data.results[0]?.workspaceAccount?.id ?? '';
  const { status } = await app.call('POST /api/accounts/{accountId}/merge', {
    token: ann.token,
    params: { accountId },
    body: { intoAccountId: intoId },
  });
  expect(status).toBe(200);
  expect(await shown()).toEqual(withoutOld);
  await expectRebuilt(intoId);
});

test('a colleague who shares less text cannot be asked for what the workspace has deleted', async () => {
  await capture(written(100, 'quiet'));
  await choose(null, 2);
  await run();
  const { rows } = await sql<{ id: string }>`
    select id from account_activities where workspace_id = ${lab.workspaceId}`.execute(lab.app.db);
  const params = { activityId: rows[0]?.id ?? '' };
  const { data } = await lab.app.call('GET /api/activities/{activityId}', {
    token: lab.ben.token,
    params,
  });
  expect(data.activity).toMatchObject({ title: 'quiet', summary: '', level: 'subject' });
  expect(data.activity).not.toHaveProperty('access');
  expect(JSON.stringify(data)).not.toContain('zebra');
  const { status } = await lab.app.call('POST /api/activities/{activityId}/access', {
    token: lab.ben.token,
    params,
  });
  expect(status).toBe(409);
});

test('the stricter choice counts: the user’s own, or the workspace’s', async () => {
  await capture(written(400, 'old'), written(100, 'quiet'), written(5, 'new'));
  await choose(24);
  await lab.app.call('PUT /api/auth/retention', {
    token: lab.ann.token,
    body: { months: 12, textMonths: null },
  });
  const { applyRetentions } = await import('../../personal-data/retention/apply-retention.ts');
  await applyRetentions(lab.app.context);
  await run();
  expect((await shown()).map(([title]) => title)).toEqual(['new', 'quiet']);
  await choose(1);
  await run();
  expect((await shown()).map(([title]) => title)).toEqual(['new']);
});

test('a run that is killed goes on with the next one, and nothing older is published in between', async () => {
  await capture(...Array.from({ length: 7 }, (_, at) => written(400 + at, `old ${at}`)));
  await choose(12);
  const ended = new AbortController();
  let steps = 0;
  const throwIfAborted = () => {
    if ((steps += 1) > 2) throw new Error('The process was killed.');
  };
  const signal = Object.assign(ended.signal, { throwIfAborted });
  await applyWorkspaceRetention(lab.app.db, lab.workspaceId, { stepSize: 2, signal }).catch(
    () => {},
  );
  const left = await shown();
  expect(left.length).toBeLessThan(7);
  expect(left.length).toBeGreaterThan(0);
  await choose(null);
  await capture(written(500, 'older'));
  expect(await shown()).toEqual(left);
  await run();
  expect(await shown()).toEqual([]);
  expect(await read()).toMatchObject({ deletedActivities: 7 });
  await expectRebuilt();
});

test('one workspace that fails holds back no other', async () => {
  await capture(written(400, 'old'));
  await choose(12);
  const other = await lab.app.make.workspace();
  await sql`insert into workspace_retentions (workspace_id, months) values (${other.id}, 1)`.execute(
    lab.app.db,
  );
  await sql`update workspace_retentions set last_run_at = now() where workspace_id = ${lab.workspaceId}`.execute(
    lab.app.db,
  );
  const { db } = lab.app.context;
  let statements = 0;
  const failing = new Proxy(db, {
    get(target, name) {
      if (name === 'getExecutor' && (statements += 1) === 1) throw new Error('no connection');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await expect(applyWorkspaceRetentions({ ...lab.app.context, db: failing })).rejects.toThrow(
    'no connection',
  );
  expect(await shown()).toEqual([]);
});

test.each([
  [0, null, /at least 1 month/],
  [10_000, null, /at most 600 months/],
  [1.5, null, /whole number/],
  [12, 12, /Texts go with their activities/],
  [null, 0, /at least 1 month/],
])('%s months of activities and %s of texts are refused', async (months, textMonths, message) => {
  const { status, error } = await choose(months, textMonths);
  expect([status, error?.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(JSON.stringify(error)).toMatch(message);
  expect(await read()).toEqual(nothingChosen);
});

test('a choice is in the log, once, and owners learn of an administrator’s', async () => {
  await choose(12);
  await choose(12);
  const admin = await lab.app.make.person({ is_admin: true });
  await choose(24, null, admin);
  const rows = await lab.app.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'before', 'after'])
    .where('action', '=', 'workspace.retention-changed')
    .where('actor_id', 'in', [owner.id, admin.id])
    .orderBy('id')
    .execute();
  const lasting = (activityMonths: number | string) => ({ activityMonths, textMonths: 'all' });
  expect(rows).toEqual([
    { actor_id: owner.id, before: lasting('all'), after: lasting(12) },
    { actor_id: admin.id, before: lasting(12), after: lasting(24) },
  ]);
});
