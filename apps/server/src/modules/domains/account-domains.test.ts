import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { continueAccountChanges } from '../accounts/deletion/continue-account-changes.ts';
import { accountsByDomain } from '#modules/accounts/accounts-by-domain.ts';
import { addAccountDomain } from '#modules/accounts/add-account-domain.ts';
import { sampleMail } from '../activities/sample-mail.fixture.ts';
import { shareDomain } from './sharing/share-domain.ts';
import { tracking } from './tracking.fixture.ts';

let app: TestApp;
let workspace: Made;
let ann: MadePerson;
let accountId: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspace = await app.make.workspace();
  ann = await app.make.member(workspace.id, { name: 'Ann' });
  ({ accountId } = await tracking(app).makeAccount(ann, workspace.id));
});
afterAll(() => app.close());

const add = (domain: string, to = accountId) =>
  app.call('POST /api/accounts/{accountId}/domains', {
    token: ann.token,
    params: { accountId: to },
    body: { domain },
  });
const remove = (domain: string) =>
  app.call('DELETE /api/accounts/{accountId}/domains/{domain}', {
    token: ann.token,
    params: { accountId, domain },
  });
const makePrimary = (domain: string) =>
  app.call('PUT /api/accounts/{accountId}/primary-domain', {
    token: ann.token,
    params: { accountId },
    body: { domain },
  });
const account = async () =>
  (await app.call('GET /api/accounts/{accountId}', { token: ann.token, params: { accountId } }))
    .data.workspaceAccount;
const timeline = async () => {
  const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
    token: ann.token,
    params: { accountId },
    query: {},
  });
  return data.activities.map((item) => [item.title, 'side' in item ? item.side : undefined]);
};
const people = async () => {
  const { data } = await app.call('GET /api/accounts/{accountId}/people', {
    token: ann.token,
    params: { accountId },
    query: {},
  });
  return data.people.flatMap(({ addresses }) => addresses).sort();
};
const search = async (text: string) => {
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
    token: ann.token,
    params: { workspaceId: workspace.id },
    query: { limit: '10', search: text },
  });
  return data.accounts.map(({ domain }) => domain);
};
const track = async (domain: string, person = ann) => {
  const { data } = await tracking(app).importOne(person.token, domain);
  return data.results[0]?.domain.id ?? '';
};
const share = (domainId: string, person = ann) =>
  app.call('POST /api/accounts/domains/share', {
    token: person.token,
    body: { domainId, workspaceId: workspace.id },
  });
const mail = (title: string, from: string, to: string[]) =>
  sampleMail({
    title,
    externalId: title,
    participants: [
      { name: '', email: from, role: 'from' },
      ...to.map((email) => ({ name: '', email, role: 'to' as const })),
    ],
  });

test('a domain is added, found by the search, made primary and removed', async () => {
  expect((await add(' ACME.co.uk ')).status).toBe(200);
  expect((await add('acme.co.uk')).status).toBe(200);
  expect((await account()).domains).toEqual(['acme.com', 'acme.co.uk']);
  expect(await search('acme.co.uk')).toEqual(['acme.com']);
  expect((await remove('acme.com')).error?.message).toContain('is the primary domain');
  expect((await makePrimary('acme.co.uk')).status).toBe(200);
  expect(await account()).toMatchObject({
    domain: 'acme.co.uk',
    domains: ['acme.co.uk', 'acme.com'],
  });
  expect(await search('acme.com')).toEqual(['acme.co.uk']);
  expect((await remove('acme.com')).status).toBe(200);
  expect((await account()).domains).toEqual(['acme.co.uk']);
  expect(await search('acme.com')).toEqual([]);
  expect((await remove('acme.com')).status).toBe(404);
  expect((await makePrimary('acme.com')).status).toBe(404);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select('action')
    .where('actor_id', '=', ann.id)
    .orderBy('at')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    'account.domain-added',
    'account.primary-domain-changed',
    'account.domain-removed',
  ]);
});

test.each(['', 'gmail.com', 'no domain', 'co.uk'])('%j cannot be added', async (domain) => {
  expect((await add(domain)).error?.code).toBe('VALIDATION_FAILED');
});

test('sharing any of the domains publishes into the account, once for each activity', async () => {
  await add('acme.co.uk');
  const domainId = await track('acme.co.uk');
  await tracking(app).capture(ann, [
    mail('To London', ann.email, ['bo@acme.co.uk']),
    mail('From London', 'bo@acme.co.uk', [ann.email, 'al@acme.com']),
  ]);
  // An activity with both domains is published through the first domain, and seen from both.
  expect(await timeline()).toEqual([['From London', 'external']]);
  expect((await share(domainId)).status).toBe(200);
  expect((await timeline()).toSorted()).toEqual([
    ['From London', 'external'],
    ['To London', 'internal'],
  ]);
  expect(await people()).toEqual(['bo@acme.co.uk']);
  const { length } = await app.db
    .selectFrom('account_activity_contributors')
    .select('captured_id')
    .where('account_id', '=', accountId)
    .execute();
  expect(length).toBe(2);
});

test('removing a domain withdraws what only it published, and frees it', async () => {
  await add('acme.co.uk');
  const domainId = await track('acme.co.uk');
  await share(domainId);
  await tracking(app).capture(ann, [
    mail('To London', ann.email, ['bo@acme.co.uk']),
    mail('From London', 'bo@acme.co.uk', [ann.email, 'al@acme.com']),
  ]);
  expect(await timeline()).toHaveLength(2);
  expect((await remove('acme.co.uk')).status).toBe(200);
  expect(await timeline()).toEqual([['From London', 'internal']]);
  expect(await people()).toEqual([]);
  const tracked = await tracking(app).trackedBy(ann.token);
  expect(tracked.find(({ id }) => id === domainId)?.workspaceShares).toEqual([]);
  expect((await tracking(app).importOne(ann.token, 'acme.co.uk', workspace.id)).status).toBe(200);
});

test('revoking the share of one domain leaves what another one publishes', async () => {
  await add('acme.co.uk');
  const domainId = await track('acme.co.uk');
  await share(domainId);
  await tracking(app).capture(ann, [
    mail('To London', ann.email, ['bo@acme.co.uk']),
    mail('From London', 'bo@acme.co.uk', [ann.email, 'al@acme.com']),
  ]);
  await app.call('DELETE /api/accounts/domains/unshare', {
    token: ann.token,
    body: { domainId, workspaceId: workspace.id },
  });
  expect((await account()).domains).toEqual(['acme.com', 'acme.co.uk']);
  expect(await timeline()).toEqual([['From London', 'external']]);
});

test('a domain of another account is refused with that account, in both directions', async () => {
  const { data } = await tracking(app).importOne(ann.token, 'other.org', workspace.id);
  const otherId = data.results[0]?.workspaceAccount?.id ?? '';
  const refused = await add('other.org');
  expect(refused.status).toBe(409);
  expect(refused.error?.details).toEqual({ accountId: otherId, name: 'Acme' });
  await add('acme.co.uk');
  const taken = await tracking(app).importOne(ann.token, 'acme.co.uk', workspace.id);
  expect(taken.error?.message).toBe('acme.co.uk belongs to the account “Acme” of this workspace');
  const { account_count } = await app.db
    .selectFrom('workspaces')
    .select('account_count')
    .where('id', '=', workspace.id)
    .executeTakeFirstOrThrow();
  expect(account_count).toBe(2);
  // Another workspace can have it.
  const elsewhere = await app.make.workspace();
  await app.make.membership(elsewhere.id, ann.id);
  expect((await tracking(app).importOne(ann.token, 'acme.co.uk', elsewhere.id)).status).toBe(200);
});

test('a domain that an account takes on at the same time is shared with that account', async () => {
  const domainId = await track('acme.co.uk');
  const workspaceId = workspace.id;
  const { sharing } = await app.db.transaction().execute(async (tx) => {
    await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx);
    await tx
      .insertInto('account_domains')
      .values({ workspace_id: workspaceId, account_id: accountId, domain: 'acme.co.uk' })
      .execute();
    const newAccountName = 'Acme London';
    const sharing = shareDomain(app.db, {
      userId: ann.id,
      domainId,
      workspaceId,
      newAccountName,
    });
    await waitForLocks(app.db, 1);
    return { sharing };
  });
  expect(await sharing).toEqual({ id: accountId, name: 'Acme' });
  const { rows } = await sql<{ id: string }>`
    select id from ${accountsByDomain} account
    where workspace_id = ${workspaceId} and domain = 'acme.co.uk'`.execute(app.db);
  expect(rows).toEqual([{ id: accountId }]);
  const { account_count } = await app.db
    .selectFrom('workspaces')
    .select('account_count')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  expect(account_count).toBe(1);
});

test('an account has at most 20 domains', async () => {
  for (let number = 1; number < 20; number += 1) await add(`acme${number}.com`);
  expect((await add('acme20.com')).error).toMatchObject({
    code: 'LIMIT_REACHED',
    details: { limit: 20, current: 20 },
  });
});

test('what a process left is brought up to date by the job', async () => {
  await tracking(app).capture(ann, [mail('From London', 'bo@acme.co.uk', ['al@acme.com'])]);
  expect(await timeline()).toEqual([['From London', 'internal']]);
  const member = { id: ann.id, name: 'Ann' };
  await addAccountDomain(app.db, member, { accountId, domain: 'acme.co.uk' });
  expect(await timeline()).toEqual([['From London', 'internal']]);
  await continueAccountChanges(app.context);
  expect(await timeline()).toEqual([['From London', 'external']]);
});

test('a restored account has those of its domains that are still free', async () => {
  await add('acme.co.uk');
  await add('acme-labs.io');
  await share(await track('acme.co.uk'));
  await app.call('DELETE /api/accounts/{accountId}', { token: ann.token, params: { accountId } });
  await tracking(app).importOne(ann.token, 'acme-labs.io', workspace.id);
  await app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore', {
    token: ann.token,
    params: { workspaceId: workspace.id, accountId },
  });
  expect((await account()).domains).toEqual(['acme.com', 'acme.co.uk']);
  const shares = await app.db
    .selectFrom('domain_shares')
    .select('domain_id')
    .where('account_id', '=', accountId)
    .execute();
  expect(shares).toHaveLength(2);
});
