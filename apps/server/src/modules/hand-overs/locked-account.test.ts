import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { mail } from '../accounts/people/people.fixture.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
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

const handOver = (choice: 'keep' | 'redact' | 'erase') =>
  app.call('POST /api/admin/users/{id}/hand-over', {
    token: admin.token,
    params: { id: ann.id },
    body: { choice, successorId: null },
  });

/**
 * The same request goes on with what the first one left; another one is refused, and so is the same when
 * nothing is left.
 */
async function expectRepeatable(choice: 'redact' | 'erase') {
  const other = await handOver(choice === 'erase' ? 'redact' : 'erase');
  expect(other.error?.message).toContain('Ann is leaving already');
  const again = await handOver(choice);
  expect(again.status).toBe(200);
  expect(again.data.handOver).toMatchObject({ choice, state: 'leaving' });
  const late = await handOver(choice);
  expect(late.error?.message).toContain('Ann is leaving already');
}

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
  await expectRepeatable('redact');
  expect(await read(all)).toEqual([]);
});

test('an erasure waits for no one for long, and one account holds back no other, in no workspace', async () => {
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
  const at = performance.now();
  const { status, error } = await whileLocked(locked?.id ?? '', () => handOver('erase'));
  expect(performance.now() - at).toBeLessThan(4_000);
  expect(status).toBe(409);
  expect(error).toMatchObject({ details: { continues: true } });
  expect(await read(others)).toEqual([]);
  await expectRepeatable('erase');
  expect(await read(all)).toEqual([]);
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

describe('who is brought back', () => {
  const bringBack = () =>
    app.call('DELETE /api/admin/users/{id}/hand-over', {
      token: admin.token,
      params: { id: ann.id },
    });
  const finish = async () => {
    await continueHandOvers(app.context);
    await takeRemainingSteps(app.db);
  };

  test.each(['redact', 'erase'] as const)(
    'from %s is not held back by an account that someone has',
    async (choice) => {
      const all = await accounts();
      await handOver(choice);
      await finish();
      const at = performance.now();
      const { status, data } = await whileLocked(all[0]?.id ?? '', bringBack);
      expect(performance.now() - at).toBeLessThan(6_000);
      expect({ status, data }).toMatchObject({ status: 200, data: { sharesLeft: 1 } });
      await takeRemainingSteps(app.db);
      expect(await read(all)).toHaveLength(2);
      await finish();
      expect(await read(all)).toHaveLength(3);
    },
  );

  test('waits for the user for some seconds alone', async () => {
    await handOver('keep');
    const { status } = await app.db.transaction().execute(async (tx) => {
      await lockOwner(tx, ann.id);
      return bringBack();
    });
    expect(status).toBe(503);
    expect((await bringBack()).status).toBe(200);
  });
});
