import { randomUUID } from 'node:crypto';
import { limits } from '@repo/contract/limits';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { sampleMail } from '#modules/activities/sample-mail.fixture.ts';
import { planShares, shareDomains } from './share-domains.ts';
import { tracking } from '../tracking.fixture.ts';

const app = await createTestApp();
afterAll(() => app.close());
const { settle, capture, importOne, trackedBy, accountsOf } = tracking(app);

type Domain = { domainId: string; name: string };
const share = (token: string, workspaceId: string, domains: Domain[], level?: ShareLevel) =>
  app.call('POST /api/workspaces/{workspaceId}/shares', {
    token,
    params: { workspaceId },
    body: { domains, ...(level && { level }) },
  });

/** A user in a workspace who tracks domains, and the ids of the domains. */
async function track(...domains: string[]) {
  const settled = await settle();
  const { data } = await app.call('POST /api/accounts/import', {
    token: settled.token,
    body: { domains },
  });
  const ids = new Map(data.results.map(({ domain }) => [domain.domain, domain.id]));
  return { ...settled, idOf: (domain: string) => ids.get(domain) ?? '' };
}

test('creates the accounts that are missing, joins those that exist, and publishes', async () => {
  const { token, person, workspace, idOf } = await track('acme.com', 'globex.com');
  await capture(person, [sampleMail()]);
  const colleague = await app.make.member(workspace.id);
  await importOne(colleague.token, 'globex.com', workspace.id);
  const [theirs] = await trackedBy(colleague.token);

  const plan = await app.call('POST /api/workspaces/{workspaceId}/shares/preview', {
    token,
    params: { workspaceId: workspace.id },
    body: { domainIds: [idOf('globex.com'), randomUUID(), theirs?.id ?? '', idOf('acme.com')] },
  });
  // Nothing of a domain that a colleague tracks.
  expect(plan.data.domains).toMatchObject([
    { domain: 'globex.com', account: { name: 'Acme' }, sharedWith: null },
    { domain: 'acme.com', account: null, suggestedName: 'Acme', sharedWith: null },
  ]);

  const { data } = await share(token, workspace.id, [
    { domainId: idOf('acme.com'), name: ' Acme Inc. ' },
    { domainId: idOf('globex.com'), name: 'Ignored' },
  ]);
  expect(data.results).toMatchObject([
    { domainId: idOf('acme.com'), account: { name: 'Acme Inc.' } },
    { domainId: idOf('globex.com'), account: { name: 'Acme' } },
  ]);
  expect(
    (await accountsOf(token, workspace.id)).map((one) => [one.domain, one.activityCount]),
  ).toEqual(
    expect.arrayContaining([
      ['acme.com', 1],
      ['globex.com', 0],
    ]),
  );
  // Repeated, as after a lost response.
  const again = await share(token, workspace.id, [{ domainId: idOf('acme.com'), name: 'Other' }]);
  expect(again.data.results[0]?.account).toMatchObject({ name: 'Acme Inc.' });
});

test('what cannot be shared has a problem, and the others are shared', async () => {
  const { token, workspace, person, idOf } = await track('acme.com', 'globex.com', 'initech.com');
  const other = await app.make.workspace();
  await app.make.membership(other.id, person.id);
  await importOne(token, 'globex.com', other.id);
  const stranger = await track('umbrella.com');
  const { data } = await share(token, workspace.id, [
    { domainId: idOf('globex.com'), name: 'Globex' },
    { domainId: stranger.idOf('umbrella.com'), name: 'Umbrella' },
    { domainId: idOf('initech.com'), name: '\u200b' },
    { domainId: idOf('acme.com'), name: 'Acme' },
  ]);
  expect(data.results.map(({ problem }) => problem?.code)).toEqual([
    'CONFLICT',
    'NOT_FOUND',
    'VALIDATION_FAILED',
    undefined,
  ]);
  expect((await accountsOf(token, workspace.id)).map(({ domain }) => domain)).toEqual(['acme.com']);
  expect(await trackedBy(stranger.token)).toMatchObject([{ workspaceShares: [] }]);
});

test('two who create the same account at the same time share the one account', async () => {
  const { token, workspace, idOf } = await track('acme.com');
  const colleague = await app.make.member(workspace.id);
  const theirs = (await importOne(colleague.token, 'acme.com')).data.results[0]?.domain.id ?? '';
  const both = await Promise.all([
    share(token, workspace.id, [{ domainId: idOf('acme.com'), name: 'Acme' }]),
    share(colleague.token, workspace.id, [{ domainId: theirs, name: 'Acme' }]),
  ]);
  const accounts = both.map(({ data }) => data.results[0]?.account?.id);
  expect(new Set(accounts).size).toBe(1);
  expect(accounts[0]).toBeDefined();
});

test('responds in time with the results so far, at least one', async () => {
  const { person, workspace, idOf } = await track('acme.com', 'globex.com');
  const domains = ['acme.com', 'globex.com'].map((domain) => ({
    domainId: idOf(domain),
    name: domain,
  }));
  const own = { userId: person.id, workspaceId: workspace.id };
  expect(await shareDomains(app.db, { ...own, domains }, 0)).toHaveLength(1);
  expect(
    await planShares(app.db, { ...own, domainIds: domains.map((one) => one.domainId) }),
  ).toMatchObject([{ sharedWith: { id: workspace.id } }, { sharedWith: null }]);
});

test('takes a bounded number of domains', async () => {
  const { token, workspace } = await settle();
  const many = Array.from({ length: limits.domainsPerShare + 1 }, () => ({
    domainId: randomUUID(),
    name: 'Acme',
  }));
  expect(await share(token, workspace.id, many)).toMatchObject({ status: 400 });
});

describe('sharing a domain again with its workspace', () => {
  const calls = {
    'several at once': (token: string, workspaceId: string, domainId: string, level?: ShareLevel) =>
      share(token, workspaceId, [{ domainId, name: 'Acme' }], level),
    'one domain': (token: string, workspaceId: string, domainId: string, level?: ShareLevel) =>
      app.call('POST /api/accounts/domains/share', {
        token,
        body: { domainId, workspaceId, ...(level && { level }) },
      }),
  };

  test.each(Object.entries(calls))('changes its level, if one is given: %s', async (_, again) => {
    const { token, person, workspace, idOf } = await track('acme.com');
    await capture(person, [sampleMail({ title: 'Secret' })]);
    const domainId = idOf('acme.com');
    await share(token, workspace.id, [{ domainId, name: 'Acme' }]);
    const stored = () =>
      app.db
        .selectFrom('account_activities')
        .select(['level', 'title'])
        .where('workspace_id', '=', workspace.id)
        .execute();
    expect(await stored()).toEqual([{ level: 2, title: 'Secret' }]);
    expect((await again(token, workspace.id, domainId, 'activity')).status).toBe(200);
    expect(await stored()).toEqual([{ level: 0, title: '' }]);
    await again(token, workspace.id, domainId);
    expect(await stored()).toEqual([{ level: 0, title: '' }]);
    await again(token, workspace.id, domainId, 'full');
    expect(await stored()).toEqual([{ level: 2, title: 'Secret' }]);
  });
});
