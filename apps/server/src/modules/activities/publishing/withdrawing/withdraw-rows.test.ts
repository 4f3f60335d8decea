import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { storeRevocation } from '#modules/domains/sharing/unshare-domain.ts';
import { refreshDueRelationships } from '#modules/relationships/refresh-due-relationships.ts';
import { rebuildPublished } from '../rebuild-published.ts';
import { namedMail as mail } from '../../sample-mail.fixture.ts';
import { takeRemainingSteps } from '../../publish-requests.ts';
import { takeWithdrawalStep } from '../../publish-step.ts';
import { storedRows } from '../stored-rows.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** An account that two members share a domain with. */
async function sharedByBoth() {
  const { settle, makeAccount, importOne, capture } = tracking(app);
  const { workspace, person: ann } = await settle();
  const ben = await app.make.member(workspace.id);
  const { accountId, domainId } = await makeAccount(ann, workspace.id);
  const own = (await importOne(ben.token, 'acme.com')).data.results[0];
  await app.call('POST /api/accounts/domains/share', {
    token: ben.token,
    body: { domainId: own?.domain.id ?? '', workspaceId: workspace.id },
  });
  return { workspace, ann, ben, accountId, domainId, capture };
}

test.each([
  [1, 'shown'],
  [500, 'shown'],
  [1, 'hidden'],
  [500, 'hidden'],
] as const)(
  'what others contribute stays, in threads of its own, in steps of %i in which theirs are %s',
  async (stepSize, ofOthers) => {
    const { workspace, ann, ben, accountId, domainId, capture } = await sharedByBoth();
    const ofBoth = mail('both', 'begin');
    await capture(ann, [
      mail('begin'),
      ofBoth,
      mail('bridge', 'left', 'right'),
      ...Array.from({ length: 10 }, (_, index) => mail(`alone ${index}`, 'begin')),
    ]);
    await capture(ben, [ofBoth, mail('answer', 'both'), mail('left'), mail('right')]);
    const read = () =>
      app.db
        .selectFrom('account_activities')
        .select(['title', 'thread_id'])
        .where('account_id', '=', accountId)
        .orderBy('title')
        .execute();
    expect(await read()).toHaveLength(16);

    const withdrawn = { ownerId: ann.id, workspaceId: workspace.id };
    await storeRevocation(app.db, { userId: ann.id, domainId, workspaceId: workspace.id });
    let steps = 0;
    while (await takeWithdrawalStep(app.db, withdrawn, stepSize, { ofOthers })) steps += 1;
    if (ofOthers === 'hidden') {
      // All at once, and the step after it ends the request.
      expect(steps).toBeLessThan(3);
      expect((await read()).map(({ title }) => title)).toEqual(['answer', 'left', 'right']);
      expect(await takeRemainingSteps(app.db)).toBe(true);
    }

    const left = await read();
    expect(left.map(({ title }) => title)).toEqual(['answer', 'both', 'left', 'right']);
    const threads = left.map(({ thread_id: id }) => id);
    expect(threads[0]).toBe(threads[1]);
    expect(new Set(threads).size).toBe(3);
    await refreshDueRelationships(app.db, new Date());
    const stored = await storedRows(app.db, accountId);
    expect(stored['account_contributors']).toMatchObject([{ user_id: ben.id }]);
    await app.db
      .transaction()
      .execute((tx) => rebuildPublished(tx, { workspaceId: workspace.id, accountId }));
    expect(await storedRows(app.db, accountId)).toEqual(stored);
  },
);

test.each(['shown', 'hidden'] as const)(
  'a day in touch goes with its email where the copy of another one, %s, has moved to another day',
  async (ofOthers) => {
    const { workspace, ann, ben, accountId, domainId, capture } = await sharedByBoth();
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const sentBefore = (days: number) => ({
      ...mail('both'),
      occurredAt: daysAgo(days),
      participants: [
        { name: '', email: 'bob@acme.com', role: 'from' as const },
        { name: '', email: ann.email, role: 'to' as const },
        { name: '', email: ben.email, role: 'to' as const },
      ],
    });
    await capture(ann, [sentBefore(9)]);
    await capture(ben, [sentBefore(9)]);
    await capture(ben, [sentBefore(4)]);
    await storeRevocation(app.db, { userId: ann.id, domainId, workspaceId: workspace.id });
    const withdrawn = { ownerId: ann.id, workspaceId: workspace.id };
    while (await takeWithdrawalStep(app.db, withdrawn, 500, { ofOthers }));
    expect(await takeRemainingSteps(app.db)).toBe(true);
    await refreshDueRelationships(app.db);
    const days = await app.db
      .selectFrom('tie_days')
      .select('user_id')
      .where('account_id', '=', accountId)
      .execute();
    expect(days).toEqual([{ user_id: ben.id }]);
  },
);

test('an account to which no one else contributes is emptied in one step, whatever its size', async () => {
  const { settle, makeAccount, capture } = tracking(app);
  const { workspace, person } = await settle();
  const { accountId, domainId } = await makeAccount(person, workspace.id);
  await capture(
    person,
    Array.from({ length: 30 }, (_, index) => mail(`mail ${index}`)),
  );
  await storeRevocation(app.db, { userId: person.id, domainId, workspaceId: workspace.id });
  const withdrawn = { ownerId: person.id, workspaceId: workspace.id };
  // A step that goes by activities would take four of these.
  expect(await takeWithdrawalStep(app.db, withdrawn, 1)).toBe(true);
  const stored = await storedRows(app.db, accountId);
  expect(stored['account_activities']).toEqual([]);
  expect(stored['account_days']).toEqual([]);
  expect(stored['account_contributors']).toEqual([]);
  while (await takeWithdrawalStep(app.db, withdrawn, 1));
  await refreshDueRelationships(app.db, new Date());
  const left = await storedRows(app.db, accountId);
  await app.db
    .transaction()
    .execute((tx) => rebuildPublished(tx, { workspaceId: workspace.id, accountId }));
  expect(await storedRows(app.db, accountId)).toEqual(left);
});

test('a contribution without its activity does not keep a withdrawal from ending', async () => {
  const { settle, makeAccount, capture } = tracking(app);
  const { workspace, person } = await settle();
  const { accountId, domainId } = await makeAccount(person, workspace.id);
  await capture(person, [mail('one'), mail('two')]);
  await app.db
    .deleteFrom('account_activities')
    .where('account_id', '=', accountId)
    .where('title', '=', 'one')
    .execute();
  const { status } = await app.call('DELETE /api/accounts/domains/unshare', {
    token: person.token,
    body: { domainId, workspaceId: workspace.id },
  });
  expect(status).toBe(200);
  const left = await app.db
    .selectFrom('account_activity_contributors')
    .select('activity_id')
    .where('account_id', '=', accountId)
    .execute();
  expect(left).toEqual([]);
});
