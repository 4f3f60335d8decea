import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import { treatAsCluster } from '#platform/database/distribution/storage.ts';
import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
import { requestRefresh } from '#modules/activities/refresh-step.ts';
import { importDomains } from '#modules/domains/tracking/import-domains.ts';
import { shareWith } from '#modules/domains/sharing/share-domain.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { continueAccountChanges } from '../deletion/continue-account-changes.ts';
import { addAccountDomain } from '../add-account-domain.ts';
import { finishMerge } from './finish-merge.ts';
import { mergeAccounts } from './merge-accounts.ts';
import { createMergingLab, type MergingLab } from './merging.fixture.ts';

let app: TestApp;
let { workspaceId, ann, bob, acme, globex, mail, titles, sharesWith, remains } = {} as MergingLab;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  ({ workspaceId, ann, bob, acme, globex, mail, titles, sharesWith, remains } =
    await createMergingLab(app));
});
afterAll(() => app.close());

test('what is captured while accounts are merged is in the account that stays', async () => {
  await mergeAccounts(app.db, ann, { accountId: globex, intoId: acme });
  expect(await titles()).toEqual(['To Acme']);
  await tracking(app).capture(bob, [mail('Meanwhile', 'gil@globex.com')]);
  // The domain can be made primary, and removed, before the shares have moved.
  const of = { token: ann.token, params: { accountId: acme } };
  const primary = { ...of, body: { domain: 'globex.com' } };
  expect((await app.call('PUT /api/accounts/{accountId}/primary-domain', primary)).status).toBe(
    200,
  );
  await continueAccountChanges(app.context);
  await tracking(app).capture(bob, [mail('Afterwards', 'gil@globex.com')]);
  await takeRemainingSteps(app.db);
  expect(await titles()).toEqual(['Afterwards', 'Meanwhile', 'To Acme', 'To Globex']);
  expect(await remains()).toEqual([]);
});

test('a domain that is removed before its shares have moved is shared no longer', async () => {
  await mergeAccounts(app.db, ann, { accountId: globex, intoId: acme });
  await app.call('DELETE /api/accounts/{accountId}/domains/{domain}', {
    token: ann.token,
    params: { accountId: acme, domain: 'globex.com' },
  });
  await continueAccountChanges(app.context);
  expect(await sharesWith(acme)).toEqual(['acme.com']);
  expect(await titles()).toEqual(['To Acme']);
  expect(await remains()).toEqual([]);
});

test('a domain that is removed while its shares move is shared no longer', async () => {
  await mergeAccounts(app.db, ann, { accountId: globex, intoId: acme });
  const of = { workspaceId, accountId: acme };
  const { moving } = await app.db.transaction().execute(async (tx) => {
    await sql`select from workspace_accounts
      where workspace_id = ${workspaceId} and id = ${acme} for update`.execute(tx);
    await tx.deleteFrom('account_domains').where('account_id', '=', acme).execute();
    await requestRefresh(tx, of);
    const moving = finishMerge(app.db, { workspaceId, accountId: globex });
    await waitForLocks(app.db, 1);
    return { moving };
  });
  expect(await moving).toBe(true);
  await continueAccountChanges(app.context);
  expect(await sharesWith(acme)).toEqual(['acme.com']);
  expect(await titles()).toEqual(['To Acme']);
});

test('a change of domains that is not finished goes on in the account that stays', async () => {
  await addAccountDomain(app.db, bob, { accountId: globex, domain: 'globex.io' });
  await tracking(app).importOne(bob.token, 'globex.io');
  await mergeAccounts(app.db, ann, { accountId: globex, intoId: acme });
  await continueAccountChanges(app.context);
  await takeRemainingSteps(app.db);
  expect(await sharesWith(acme)).toEqual(['acme.com', 'globex.com']);
  expect(await remains()).toEqual([]);
});

test('on a cluster a share that is being stored is moved before the account is removed', async () => {
  const cluster = await createTestApp();
  treatAsCluster(cluster.db);
  const lab = await createMergingLab(cluster);
  const { id: ownerId } = lab.ann;
  const tracked = { domains: ['globex.com'], source: 'manual' } as const;
  const [{ domain } = {}] = await importDomains(cluster.db, ownerId, tracked);
  const finishing = await cluster.db.transaction().execute(async (tx) => {
    const to = { workspaceId: lab.workspaceId, accountId: lab.globex };
    await shareWith(
      tx,
      ownerId,
      { id: domain?.id ?? '', share: undefined },
      { ...to, level: 'full' },
    );
    // As where the account's node has committed the share, and its owner's node has not yet.
    await mergeAccounts(cluster.db, lab.ann, { accountId: lab.globex, intoId: lab.acme });
    const merging = finishMerge(cluster.db, { ...to });
    await waitForLocks(cluster.db, 1);
    return { merging };
  });
  expect(await finishing.merging).toBe(true);
  expect(await lab.sharesWith(lab.globex)).toEqual([]);
  expect(await lab.sharesWith(lab.acme)).toEqual(['acme.com', 'globex.com', 'globex.com']);
  await cluster.close();
});
