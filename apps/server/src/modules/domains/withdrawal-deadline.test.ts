import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { importDomains } from './tracking/import-domains.ts';
import { removeDomain } from './remove-domain.ts';
import { shareDomain } from './sharing/share-domain.ts';
import { tracking } from './tracking.fixture.ts';
import { storeRevocation } from './sharing/unshare-domain.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let person: MadePerson;
/** Domains that the person shares with accounts of a workspace. */
let shares: { domainId: string; workspaceId: string }[];
beforeEach(async () => {
  person = await app.make.person();
  shares = [];
  const { token } = person;
  const { id: workspaceId } = await app.make.workspace();
  await app.make.membership(workspaceId, person.id);
  for (const domain of ['acme.com', 'globex.com', 'other.org']) {
    const { data } = await tracking(app).importOne(token, domain, workspaceId);
    const [{ domain: own, workspaceAccount } = {}] = data.results;
    shares.push({ domainId: own?.id ?? '', workspaceId });
    // A second domain, so that withdrawing the first one takes a step of its own.
    const further = `further.${domain}`;
    const params = { accountId: workspaceAccount?.id ?? '' };
    await app.call('POST /api/accounts/{accountId}/domains', {
      token,
      params,
      body: { domain: further },
    });
    const { data: tracked } = await tracking(app).importOne(token, further);
    const domainId = tracked.results[0]?.domain.id ?? '';
    await shareDomain(app.db, { userId: person.id, domainId, workspaceId });
  }
});

/** As of a request that has no time left: the job takes all steps. */
const OVER = 0;

async function withdrawals(): Promise<number> {
  const rows = await app.db
    .selectFrom('publish_requests')
    .select('id')
    .where('owner_id', '=', person.id)
    .where('kind', '=', 'withdrawal')
    .execute();
  return rows.length;
}

/** Ends two of the shares, so that two steps are to be taken, and returns the third. */
async function revokeTwo() {
  const [first, second, third] = shares.map((share) => ({ userId: person.id, ...share }));
  if (first === undefined || second === undefined || third === undefined) throw new Error('None.');
  await storeRevocation(app.db, first);
  await storeRevocation(app.db, second);
  return { first, second, third };
}

test('a domain is removed when nothing is left of it, in time', async () => {
  const { third } = await revokeTwo();
  await expect(removeDomain(app.db, third, OVER)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await withdrawals()).toBe(3);
  expect(await tracking(app).trackedBy(person.token)).toHaveLength(6);
  await removeDomain(app.db, third, Infinity);
  expect(await withdrawals()).toBe(0);
  expect(await tracking(app).trackedBy(person.token)).toHaveLength(5);
});

test('a withdrawal that waits for someone else is answered in time', async () => {
  const [share] = shares;
  if (share === undefined) throw new Error('None.');
  const removing = await app.db.transaction().execute(async (other) => {
    await sql`
      select from workspace_accounts where workspace_id = ${share.workspaceId} for update`.execute(
      other,
    );
    // As far as it has come when the other transaction ends.
    return Promise.race([
      removeDomain(app.db, { userId: person.id, ...share }, performance.now() + 1_200).then(
        () => undefined,
        (error: unknown) => error,
      ),
      setTimeout(10_000),
    ]);
  });
  expect(removing).toMatchObject({ code: 'CONFLICT', details: { continues: true } });
  expect(await withdrawals()).toBe(1);
});

test('a domain is shared again when nothing is left of it, in time', async () => {
  const { first, second } = await revokeTwo();
  await expect(shareDomain(app.db, first, OVER)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await withdrawals()).toBe(2);
  await shareDomain(app.db, first, Infinity);
  await shareDomain(app.db, second, Infinity);
  expect(await withdrawals()).toBe(0);
});

test('an import that moves a domain says what goes on', async () => {
  const { third } = await revokeTwo();
  const { id: workspaceId } = await app.make.workspace();
  await app.make.membership(workspaceId, person.id);
  const given = { domains: ['other.org'], source: 'manual', name: 'Other', workspaceId } as const;
  await expect(importDomains(app.db, person.id, given, OVER)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('The account was created'),
  });
  expect(await withdrawals()).toBe(3);
  const tracked = await tracking(app).trackedBy(person.token);
  expect(tracked.find(({ id }) => id === third.domainId)?.workspaceShares).toMatchObject([
    { workspaceId },
  ]);
  expect(await tracking(app).accountsOf(person.token, workspaceId)).toMatchObject([
    { name: 'Other' },
  ]);
});
