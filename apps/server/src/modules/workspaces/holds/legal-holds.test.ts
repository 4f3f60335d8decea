import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { MadePerson } from '#test/test-makers.ts';
import { rebuildPublished } from '#modules/activities/publishing/rebuild-published.ts';
import { inPeopleWorkspace, lee, mail } from '../../accounts/people/people.fixture.ts';
import { storedRows } from '../../activities/publishing/stored-rows.fixture.ts';
import { commandLine } from '../../audit/actor.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { applyRetentions } from '../../personal-data/retention/apply-retention.ts';
import { startErasure } from '../../personal-data/start-erasure.ts';
import { applyWorkspaceRetentions } from '../retention/apply-workspace-retention.ts';

const lab = inPeopleWorkspace();
let owner: MadePerson;
beforeEach(async () => {
  owner = await lab.app.make.person({ name: 'Olga' });
  await lab.app.make.membership(lab.workspaceId, owner.id, 'owner');
});

const PATH = '/api/workspaces/{workspaceId}/accounts/{accountId}/hold';
const of = () => ({ params: { workspaceId: lab.workspaceId, accountId: lab.accountId } });
const begin = (reason = 'Lawsuit 7', by = owner) =>
  lab.app.call(`PUT ${PATH}`, { ...of(), token: by.token, body: { reason } });
const lift = () => lab.app.call(`DELETE ${PATH}`, { ...of(), token: owner.token });
const read = (by = owner) => lab.app.call(`GET ${PATH}`, { ...of(), token: by.token });
const written = (days: number, title: string) =>
  mail(days, lee, [lab.ann.email], { title, summary: `summary of ${title}`, textBody: 'body' });
const capture = (...given: ReturnType<typeof written>[]) =>
  tracking(lab.app).capture(lab.ann, given);
const shown = async () => {
  const rows = await lab.app.db
    .selectFrom('account_activities')
    .select(['title', 'summary'])
    .where('workspace_id', '=', lab.workspaceId)
    .orderBy('title')
    .execute();
  return rows.map(({ title, summary }) => [title, summary]);
};
const keepForAYear = async () => {
  await lab.app.call('PUT /api/workspaces/{workspaceId}/retention', {
    params: { workspaceId: lab.workspaceId },
    token: owner.token,
    body: { months: 12, textMonths: 2 },
  });
  await lab.app.call('PUT /api/auth/retention', {
    token: lab.ann.token,
    body: { months: 12, textMonths: 2 },
  });
};
const run = async () => {
  await applyRetentions(lab.app.context);
  await applyWorkspaceRetentions(lab.app.context);
};
async function expectRebuilt(): Promise<void> {
  const { app, workspaceId, accountId } = lab;
  const before = await storedRows(app.db, accountId);
  await app.db.transaction().execute((tx) => rebuildPublished(tx, { workspaceId, accountId }));
  expect(await storedRows(app.db, accountId)).toEqual(before);
}
const all = [
  ['new', 'summary of new'],
  ['old', 'summary of old'],
  ['quiet', 'summary of quiet'],
];
const allThree = () => [written(400, 'old'), written(100, 'quiet'), written(5, 'new')];

test('no retention deletes of an account under a hold, until it is lifted', async () => {
  const given = allThree();
  await capture(...given);
  await keepForAYear();
  expect((await begin()).status).toBe(200);
  await run();
  expect(await shown()).toEqual(all);
  // A sync that brings them again, edited, changes nothing of them.
  await capture(...given.map((one) => ({ ...one, textBody: 'edited' })));
  expect(await shown()).toEqual(all);
  await expectRebuilt();
  const preview = await lab.app.call('GET /api/workspaces/{workspaceId}/retention/preview', {
    params: { workspaceId: lab.workspaceId },
    token: owner.token,
    query: { months: '12' },
  });
  expect(preview.data).toMatchObject({ activities: 0, accounts: 0, heldAccounts: 1 });
  expect((await lift()).status).toBe(200);
  await run();
  expect(await shown()).toEqual([
    ['new', 'summary of new'],
    ['quiet', ''],
  ]);
  const { rows } = await sql<{ title: string }>`
    select title from captured_activities
    where owner_id = ${lab.ann.id} and text_body is not null`.execute(lab.app.db);
  expect(rows).toEqual([{ title: 'new' }]);
  await expectRebuilt();
});

test('what retention deleted before does not come back with a hold', async () => {
  await capture(written(400, 'old'), written(100, 'quiet'));
  await keepForAYear();
  await applyWorkspaceRetentions(lab.app.context);
  await begin();
  await expectRebuilt();
  await capture(written(390, 'also old'));
  expect(await shown()).toEqual([['quiet', '']]);
});

test('older mail that arrives under a hold stays when the workspace chooses a retention afterwards', async () => {
  await capture(written(100, 'quiet'));
  await begin();
  await capture(written(400, 'old'), written(5, 'new'));
  await keepForAYear();
  await run();
  expect(await shown()).toEqual(all);
  await expectRebuilt();
});

test('an account under a hold is not deleted, merged or given fewer domains', async () => {
  const { app, ann, accountId, workspaceId } = lab;
  const { data } = await tracking(app).importOne(ann.token, 'other.example', workspaceId);
  const otherId = data.results[0]?.workspaceAccount?.id ?? '';
  await app.call('POST /api/accounts/{accountId}/domains', {
    token: ann.token,
    params: { accountId },
    body: { domain: 'further.example' },
  });
  await begin();
  const by = { token: ann.token };
  const results = [
    await app.call('DELETE /api/accounts/{accountId}', { ...by, params: { accountId } }),
    await app.call('POST /api/accounts/{accountId}/merge', {
      ...by,
      params: { accountId },
      body: { intoAccountId: otherId },
    }),
    await app.call('POST /api/accounts/{accountId}/merge', {
      ...by,
      params: { accountId: otherId },
      body: { intoAccountId: accountId },
    }),
    await app.call('DELETE /api/accounts/{accountId}/domains/{domain}', {
      ...by,
      params: { accountId, domain: 'further.example' },
    }),
  ];
  for (const { status, error } of results) {
    expect([status, error?.message]).toEqual([409, expect.stringContaining('under a legal hold')]);
  }
  await lift();
  const { status } = await app.call('DELETE /api/accounts/{accountId}', {
    ...by,
    params: { accountId },
  });
  expect(status).toBe(200);
});

test('a member who shares with it is neither removed nor erased, and can be handed over', async () => {
  const { app, ann, workspaceId } = lab;
  await capture(...allThree());
  await begin();
  const params = { workspaceId, userId: ann.id };
  const handOver = (choice: 'keep' | 'redact' | 'erase') =>
    app.call('POST /api/workspaces/{workspaceId}/members/{userId}/hand-over', {
      token: owner.token,
      params,
      body: { choice, successorId: null },
    });
  const refused = [
    await app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}', {
      token: owner.token,
      params,
    }),
    await handOver('erase'),
    await handOver('redact'),
  ];
  for (const { status, error } of refused) {
    expect([status, error?.message]).toEqual([409, expect.stringContaining('under a legal hold')]);
  }
  await expect(startErasure(app.db, commandLine, lee.email)).rejects.toThrow('legal hold');
  expect(await shown()).toEqual(all);
  expect((await handOver('keep')).status).toBe(200);
  expect(await shown()).toEqual(all);
});

test('owners and administrators place it with a reason, which members do not read', async () => {
  expect((await begin('  ')).status).toBe(400);
  expect((await begin('Lawsuit', lab.ann)).status).toBe(403);
  expect((await read()).data.legalHold).toBeNull();
  await begin('Lawsuit 7');
  const admin = await lab.app.make.person({ is_admin: true, name: 'Ada' });
  expect((await begin('Lawsuit 8', admin)).data.legalHold).toMatchObject({
    reason: 'Lawsuit 8',
    heldBy: 'Olga',
  });
  expect((await read(lab.ben)).status).toBe(403);
  const account = async () =>
    (
      await lab.app.call('GET /api/accounts/{accountId}', {
        token: lab.ben.token,
        params: { accountId: lab.accountId },
      })
    ).data.workspaceAccount;
  expect(await account()).toHaveProperty('heldSince');
  expect(JSON.stringify(await account())).not.toContain('Lawsuit');
  await lift();
  expect((await lift()).status).toBe(404);
  expect(await account()).not.toHaveProperty('heldSince');
  const rows = await lab.app.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_name', 'before', 'after'])
    .where('action', 'in', ['account.held', 'account.hold-lifted'])
    .where('actor_id', 'in', [owner.id, admin.id])
    .orderBy('id')
    .execute();
  const { accountId } = lab;
  const of = (reason: string) => ({ accountId, reason });
  expect(rows).toEqual([
    { action: 'account.held', actor_name: 'Olga', before: null, after: of('Lawsuit 7') },
    {
      action: 'account.held',
      actor_name: 'Ada',
      before: of('Lawsuit 7'),
      after: of('Lawsuit 8'),
    },
    { action: 'account.hold-lifted', actor_name: 'Olga', before: of('Lawsuit 8'), after: null },
  ]);
});
