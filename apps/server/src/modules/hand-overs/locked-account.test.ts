import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { mail } from '../accounts/people/people.fixture.ts';
import { takeRemainingSteps } from '../activities/publishing/publish-requests.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { beginHandOver } from './begin-hand-over.ts';
import { continueHandOvers } from './continue-hand-overs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const domains = ['one.com', 'two.com', 'three.com'];
let workspaceId: string;
let owner: MadePerson;
let ann: MadePerson;
let admin: MadePerson;

beforeEach(async () => {
  workspaceId = (await app.make.workspace()).id;
  owner = await app.make.person({ name: 'Olga' });
  await app.make.membership(workspaceId, owner.id, 'owner');
  ann = await app.make.member(workspaceId, { name: 'Ann' });
  admin = await app.make.person({ is_admin: true });
  for (const domain of domains) await tracking(app).importOne(ann.token, domain, workspaceId);
  await tracking(app).capture(
    ann,
    domains.map((domain, index) =>
      mail(index + 1, { name: 'Lee', email: `lee@${domain}` }, [ann.email], { title: domain }),
    ),
  );
});

const accounts = () =>
  app.db
    .selectFrom('domain_shares')
    .select('account_id as id')
    .where('owner_id', '=', ann.id)
    .orderBy('workspace_id')
    .orderBy('domain_id')
    .execute();

/** The titles that a colleague reads of accounts. */
const read = async (of: { id: string }[]) => {
  const titles = [];
  for (const { id } of of) {
    const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
      token: owner.token,
      params: { accountId: id },
      query: {},
    });
    titles.push(...data.activities.map(({ title }) => title));
  }
  return titles.filter((title) => title !== '');
};

/** Calls while another transaction has an account. */
async function whileLocked<Result>(id: string, call: () => Promise<Result>): Promise<Result> {
  return app.db.transaction().execute(async (tx) => {
    await sql`select from workspace_accounts
      where id = ${id} and workspace_id = ${workspaceId} for update`.execute(tx);
    return call();
  });
}

const handOver = (choice: 'redact' | 'erase') =>
  app.call('POST /api/admin/users/{id}/hand-over', {
    token: admin.token,
    params: { id: ann.id },
    body: { choice, successorId: null },
  });

test('a redaction says what goes on, and one account holds back no other', async () => {
  const all = await accounts();
  const [locked, ...others] = all;
  const at = performance.now();
  const { status, error } = await whileLocked(locked?.id ?? '', () => handOver('redact'));
  expect(performance.now() - at).toBeLessThan(4_000);
  expect({ status, error }).toMatchObject({
    status: 409,
    error: {
      message:
        'Ann is leaving. Subjects and texts of what they shared are still being hidden, which goes on by itself.',
      details: { continues: true },
    },
  });
  expect(await read(others)).toEqual([]);
  await continueHandOvers(app.context);
  expect(await read(all)).toEqual([]);
});

test('an erasure says what goes on, and waits for no one for long', async () => {
  const all = await accounts();
  expect(await read(all)).toHaveLength(3);
  const at = performance.now();
  const { status, error } = await whileLocked(all[0]?.id ?? '', () => handOver('erase'));
  expect(performance.now() - at).toBeLessThan(4_000);
  expect(status).toBe(409);
  expect(error).toMatchObject({ details: { continues: true } });
  expect(await read(all.slice(1))).toEqual([]);
  await takeRemainingSteps(app.db);
  expect(await read(all)).toEqual([]);
});

test('an account that someone has holds back no other, in no workspace', async () => {
  for (const domain of ['four.com', 'five.com']) {
    const { id } = await app.make.workspace();
    for (const person of [ann, owner]) await app.make.membership(id, person.id);
    await tracking(app).importOne(ann.token, domain, id);
    await tracking(app).capture(ann, [
      mail(1, { name: 'Lee', email: `lee@${domain}` }, [ann.email], { title: domain }),
    ]);
  }
  const all = await accounts();
  expect(await read(all)).toHaveLength(5);
  const [locked, ...others] = all;
  const { status } = await whileLocked(locked?.id ?? '', () => handOver('erase'));
  expect(status).toBe(409);
  expect(await read(others)).toEqual([]);
});

test('the job reports an account that someone has for long, and goes on with the others', async () => {
  const all = await accounts();
  const manager = { id: admin.id, name: 'Admin', isAdmin: true };
  const leaving = {
    userId: ann.id,
    workspaceId: null,
    choice: 'erase',
    successorId: null,
  } as const;
  await beginHandOver(app.db, manager, leaving);
  await whileLocked(all[1]?.id ?? '', () =>
    expect(takeRemainingSteps(app.db)).rejects.toMatchObject({ reason: 'locked' }),
  );
  expect(await read(all.toSpliced(1, 1))).toEqual([]);
});
