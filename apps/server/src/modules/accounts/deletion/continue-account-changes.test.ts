import { beforeEach, afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
import { createMergingLab, type MergingLab } from '../merging/merging.fixture.ts';
import { mergeAccounts } from '../merging/merge-accounts.ts';
import { continueAccountChanges } from './continue-account-changes.ts';
import { continueAccountChangesJob } from '../continue-account-changes.job.ts';

let app: TestApp;
let lab: MergingLab;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  lab = await createMergingLab(app);
  app.jobs.recorded.length = 0;
});
afterAll(() => app.close());

const calls: [string, () => Promise<unknown>][] = [
  ['a deletion', () => remove(lab.globex)],
  [
    'a restoration',
    async () => {
      await remove(lab.globex);
      app.jobs.recorded.length = 0;
      await app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore', {
        token: lab.ann.token,
        params: { workspaceId: lab.workspaceId, accountId: lab.globex },
      });
    },
  ],
  [
    'a merge',
    () =>
      app.call('POST /api/accounts/{accountId}/merge', {
        token: lab.ann.token,
        params: { accountId: lab.globex },
        body: { intoAccountId: lab.acme },
      }),
  ],
  [
    'a merge of a deleted account',
    async () => {
      await remove(lab.globex);
      app.jobs.recorded.length = 0;
      await app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge', {
        token: lab.ann.token,
        params: { workspaceId: lab.workspaceId, accountId: lab.globex },
        body: { intoAccountId: lab.acme },
      });
    },
  ],
  ['a further domain', () => addDomain()],
  [
    'a removed domain',
    async () => {
      await addDomain();
      app.jobs.recorded.length = 0;
      await app.call('DELETE /api/accounts/{accountId}/domains/{domain}', {
        token: lab.ann.token,
        params: { accountId: lab.acme, domain: 'initech.com' },
      });
    },
  ],
];

const remove = (accountId: string) =>
  app.call('DELETE /api/accounts/{accountId}', { token: lab.ann.token, params: { accountId } });

const addDomain = () =>
  app.call('POST /api/accounts/{accountId}/domains', {
    token: lab.ann.token,
    params: { accountId: lab.acme },
    body: { domain: 'initech.com' },
  });

test.each(calls)('%s is taken up within seconds if its process ends', async (_, call) => {
  await call();
  const { name } = continueAccountChangesJob.kind;
  expect(app.jobs.recorded.filter(({ kind }) => kind === name)).toEqual([
    { kind: name, data: {}, options: { singletonKey: 'all', startAfterSeconds: 5 } },
  ]);
});

test('a run that does not finish says so, and the next one goes on', async () => {
  const { ann, globex, acme, titles, remains } = lab;
  await mergeAccounts(app.db, ann, { accountId: globex, intoId: acme });
  expect(await continueAccountChanges(app.context, AbortSignal.abort())).toBe(true);
  expect(await titles()).toEqual(['To Acme']);
  expect(await continueAccountChanges(app.context)).toBe(false);
  await takeRemainingSteps(app.db);
  expect(await titles()).toEqual(['To Acme', 'To Globex']);
  expect(await remains()).toEqual([]);
});
