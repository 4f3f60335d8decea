import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../../test/create-test-app.ts';
import { tracking } from '../../../domains/tracking.fixture.ts';
import { storeRevocation } from '../../../domains/unshare-domain.ts';
import { refreshDueRelationships } from '../../../relationships/refresh-due-relationships.ts';
import { rebuildPublished } from '../../rebuild-published.ts';
import { sampleMail } from '../../sample-mail.fixture.ts';
import { takeWithdrawalStep } from '../publish-step.ts';
import { storedRows } from '../stored-rows.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** An email that refers to others by their names. */
const mail = (name: string, ...refersTo: string[]) =>
  sampleMail({
    externalId: name,
    key: name,
    title: name,
    messageIds: [name, ...refersTo].map((one) => `<${one}@acme.com>`),
  });

test.each([1, 500])(
  'what others contribute stays, in threads of its own, in steps of %i',
  async (stepSize) => {
    const { settle, makeAccount, importOne, capture } = tracking(app);
    const { workspace, person: ann } = await settle();
    const ben = await app.make.member(workspace.id);
    const { accountId, domainId } = await makeAccount(ann, workspace.id);
    const own = (await importOne(ben.token, 'acme.com')).data.results[0];
    await app.call('POST /api/accounts/domains/share', {
      token: ben.token,
      body: { domainId: own?.domain.id ?? '', workspaceId: workspace.id },
    });
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
    while (await takeWithdrawalStep(app.db, withdrawn, stepSize));

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
