import type { AccountRow } from '@repo/contract/account-list';
import { addDays, businessDayOf, startOfBusinessDay } from '@repo/domain/time/business-day';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { fillReadModel } from '#test/fill-read-model.ts';
import { refreshNames } from '../../listed-accounts/refresh-names.ts';

let app: TestApp;
let workspace: Made;
let ann: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspace = await app.make.workspace();
  ann = await app.make.member(workspace.id, { name: 'Ann' });
});
afterAll(() => app.close());

type Call = Parameters<typeof app.call<'GET /api/workspaces/{workspaceId}/accounts'>>[1];
type Query = NonNullable<Call>['query'];

async function list(query: Query = {}, token = ann.token) {
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
    token,
    params: { workspaceId: workspace.id },
    query,
  });
  return data;
}

const names = (accounts: readonly AccountRow[]) => accounts.map(({ name }) => name);
const namesOf = async (query: Query) => names((await list(query)).accounts);

/** Reads all pages of a list, one after the other. */
async function walk(query: Query): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const { accounts, page } = await list({ ...query, ...(cursor && { cursor }) });
    seen.push(...names(accounts));
    cursor = page?.nextCursor;
  }
  return seen;
}

const today = businessDayOf(new Date());
const daysAgo = (count: number) =>
  new Date(startOfBusinessDay(addDays(today, -count)).getTime() + 12 * 3_600_000);

interface Given {
  domain?: string;
  /** Days ago; never where absent. */
  active?: number;
  title?: string;
  createdBy?: string;
  contributors?: MadePerson[];
  /** External and internal activities, yesterday. */
  sides?: [external: number, internal: number];
}

async function make(name: string, given: Given = {}): Promise<string> {
  const { active, title, contributors = [], sides } = given;
  const { id } = await app.db
    .insertInto('workspace_accounts')
    .values({
      workspace_id: workspace.id,
      name,
      domain: given.domain ?? `${name.toLowerCase().replaceAll(/\W+/g, '-')}.example`,
      created_by: given.createdBy ?? ann.id,
      ...(active !== undefined && {
        last_activity_at: daysAgo(active),
        last_activity_type: 'email',
        last_activity_title: title ?? '',
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const person of contributors) {
    await app.db
      .insertInto('account_contributors')
      .values({ workspace_id: workspace.id, account_id: id, user_id: person.id })
      .execute();
  }
  if (sides !== undefined) {
    const [external, internal] = sides;
    await app.db
      .insertInto('account_days')
      .values({
        workspace_id: workspace.id,
        account_id: id,
        day: addDays(today, -1),
        external,
        internal,
        total: external + internal,
      })
      .execute();
  }
  await fillReadModel(app.db, workspace.id);
  return id;
}

describe('a part of the list', () => {
  test('is as long as asked, says how many there are, and leads on', async () => {
    for (const name of ['B', 'D', 'A', 'E', 'C']) await make(name);
    const first = await list({ limit: '2' });
    expect(names(first.accounts)).toEqual(['A', 'B']);
    expect(first.page).toEqual({ total: 5, nextCursor: expect.any(String) });
    const second = await list({ limit: '2', cursor: first.page?.nextCursor ?? '' });
    expect(names(second.accounts)).toEqual(['C', 'D']);
    const last = await list({ limit: '2', cursor: second.page?.nextCursor ?? '' });
    expect(names(last.accounts)).toEqual(['E']);
    expect(last.page).toEqual({ total: 5 });
    expect(names((await list({ limit: '2', offset: '3' })).accounts)).toEqual(['D', 'E']);
    expect((await list({ limit: '2', offset: '9' })).accounts).toEqual([]);
  });

  test('is the whole list without a limit', async () => {
    await make('A');
    expect(await list()).toMatchObject({ accounts: [{ name: 'A' }] });
    expect(await list()).not.toHaveProperty('page');
    expect(await list({ limit: '1' })).toMatchObject({ page: { total: 1 } });
  });

  test('loses and repeats nothing between accounts that are alike', async () => {
    const made = Array.from({ length: 7 }, (_, index) => `Same ${index}`);
    for (const name of made) await make(name, { active: 3, sides: [1, 1] });
    const sorts = [
      'name',
      'recentActivity',
      'lastTouchPoint',
      'contributors',
      'createdBy',
      'created',
    ] as const;
    for (const sort of sorts) {
      for (const order of ['ASC', 'DESC'] as const) {
        const seen = await walk({ limit: '3', sort, order });
        expect(seen.toSorted(), `${sort} ${order}`).toEqual(made);
      }
    }
  });

  test('refuses a cursor of another list, and an invalid one', async () => {
    await make('A');
    await make('B');
    const { page } = await list({ limit: '1' });
    const forged = Buffer.from(JSON.stringify(['created', 'ASC', '99-99', ann.id]));
    await expect(list({ limit: '1', cursor: 'nonsense' })).rejects.toThrow('answered 400');
    await expect(
      list({ limit: '1', sort: 'created', cursor: page?.nextCursor ?? '' }),
    ).rejects.toThrow('answered 400');
    await expect(
      list({ limit: '1', sort: 'created', cursor: forged.toString('base64url') }),
    ).rejects.toThrow('answered 400');
  });

  test('is for members', async () => {
    const stranger = await app.make.person();
    await expect(list({ limit: '1' }, stranger.token)).rejects.toThrow('answered 404');
    await expect(list({ limit: '1', cursor: 'nonsense' }, 'nobody')).rejects.toThrow(
      'answered 401',
    );
  });

  test('marks a session that was not used for a while as used', async () => {
    await make('A');
    const sessions = app.db.updateTable('sessions').where('user_id', '=', ann.id);
    const longAgo = new Date(Date.now() - 7_200_000);
    await sessions.set({ last_used_at: longAgo }).execute();
    expect(await list()).toMatchObject({ accounts: [{ name: 'A' }] });
    const used = app.db.selectFrom('sessions').select('last_used_at').where('user_id', '=', ann.id);
    const { last_used_at } = await used.executeTakeFirstOrThrow();
    expect(Date.now() - last_used_at.getTime()).toBeLessThan(3_600_000);
    await sessions.set({ last_used_at: new Date(0) }).execute();
    await expect(list()).rejects.toThrow('answered 401');
  });
});

describe('the order', () => {
  test('of names is that of people', async () => {
    for (const name of ['Zulu', 'écru', 'Site 10', 'Site 2', 'apple', 'Eden']) await make(name);
    const sorted = ['apple', 'écru', 'Eden', 'Site 2', 'Site 10', 'Zulu'];
    expect(await namesOf({})).toEqual(sorted);
    expect(await namesOf({ sort: 'name', order: 'DESC' })).toEqual(sorted.toReversed());
  });

  test('of touch points puts accounts without one last', async () => {
    await make('Never');
    await make('Old', { active: 30 });
    await make('New', { active: 1 });
    const sort = 'lastTouchPoint';
    expect(await walk({ limit: '1', sort, order: 'DESC' })).toEqual(['New', 'Old', 'Never']);
    expect(await walk({ limit: '1', sort, order: 'ASC' })).toEqual(['Old', 'New', 'Never']);
  });

  test('goes by what the columns show', async () => {
    const bob = await app.make.member(workspace.id, { name: 'Bob' });
    await make('One', { sides: [1, 0], contributors: [ann], createdBy: bob.id });
    await make('None');
    await make('Many', { sides: [3, 9], contributors: [ann, bob] });
    expect(await namesOf({ sort: 'recentActivity', order: 'DESC' })).toEqual([
      'Many',
      'One',
      'None',
    ]);
    expect(await namesOf({ sort: 'contributors', order: 'ASC' })).toEqual(['None', 'One', 'Many']);
    expect((await namesOf({ sort: 'createdBy', order: 'DESC' }))[0]).toBe('One');
    expect(await namesOf({ sort: 'created', order: 'ASC' })).toEqual(['One', 'None', 'Many']);
  });
});

describe('the search', () => {
  test('looks into name, domain, contributors and the last touch point', async () => {
    const bob = await app.make.member(workspace.id, { name: 'Bob Sørensen' });
    await make('Brightwater', { domain: 'bw-foods.example' });
    await make('Kestrel', { active: 1, title: 'Pricing for May' });
    await make('Umlaut', { domain: 'xn--mller-kva.example', contributors: [bob] });
    expect(await namesOf({ search: 'WATER' })).toEqual(['Brightwater']);
    expect(await namesOf({ search: 'bw-foods' })).toEqual(['Brightwater']);
    expect(await namesOf({ search: 'bw' })).toEqual(['Brightwater']);
    expect(await namesOf({ search: 'k' })).toEqual(['Kestrel']);
    expect(await namesOf({ search: 'pricing' })).toEqual(['Kestrel']);
    expect(await namesOf({ search: 'sørensen' })).toEqual(['Umlaut']);
    expect(await namesOf({ search: bob.email })).toEqual(['Umlaut']);
    expect(await namesOf({ search: 'müller' })).toEqual(['Umlaut']);
    expect(await namesOf({ search: 'may kestrel' })).toEqual(['Kestrel']);
    expect(await namesOf({ search: 'may water' })).toEqual([]);
    for (const sign of ['%', '_', '-', '. @']) {
      expect(await namesOf({ search: sign }), sign).toEqual([]);
    }
    await expect(list({ search: 'a\u0000b' })).rejects.toThrow('answered 400');
    expect(await list({ search: 'pri', limit: '5' })).toMatchObject({ page: { total: 1 } });
  });

  test('knows the names that people and accounts have now', async () => {
    const bob = await app.make.member(workspace.id, { name: 'Before' });
    const id = await make('Acme', { contributors: [bob], createdBy: bob.id });
    await app.db.updateTable('users').set({ name: 'After' }).where('id', '=', bob.id).execute();
    await refreshNames(app.db, bob.id);
    expect(await namesOf({ search: 'before' })).toEqual([]);
    const [account] = (await list({ search: 'after' })).accounts;
    expect(account?.contributors).toEqual([{ user: { name: 'After', email: bob.email } }]);
    expect(account?.creator).toEqual({ name: 'After' });
    await app.db.deleteFrom('account_contributors').where('account_id', '=', id).execute();
    await fillReadModel(app.db, workspace.id);
    expect(await namesOf({ search: 'after' })).toEqual([]);
    await app.db.deleteFrom('workspace_accounts').where('id', '=', id).execute();
    await fillReadModel(app.db, workspace.id);
    expect(await list({ limit: '1' })).toEqual({ accounts: [], page: { total: 0 } });
  });
});

describe('a filter', () => {
  test('takes those that a person contributed to or created', async () => {
    const bob = await app.make.member(workspace.id, { name: 'Bob' });
    await make('Of Ann', { contributors: [ann] });
    await make('Of both', { contributors: [ann, bob], createdBy: bob.id });
    expect(await namesOf({ contributor: bob.email.toUpperCase() })).toEqual(['Of both']);
    expect(await namesOf({ createdBy: 'Ann' })).toEqual(['Of Ann']);
    expect(await namesOf({ createdBy: 'Ann', contributor: bob.email })).toEqual([]);
    const people = await app.call('GET /api/workspaces/{workspaceId}/accounts/people', {
      token: ann.token,
      params: { workspaceId: workspace.id },
    });
    expect(people.data).toEqual({
      contributors: [
        { name: 'Ann', email: ann.email },
        { name: 'Bob', email: bob.email },
      ],
      creators: [{ name: 'Ann' }, { name: 'Bob' }],
      owners: [],
    });
  });

  test('counts whole days since the last activity', async () => {
    await make('Never');
    await make('Week', { active: 7 });
    await make('Month', { active: 30 });
    expect(await namesOf({ activeWithin: '7' })).toEqual(['Week']);
    expect(await namesOf({ quietFor: '7' })).toEqual(['Month', 'Never']);
    expect(await namesOf({ activeWithin: '30', quietFor: '7' })).toEqual(['Month']);
  });

  test('filters by which side prevails in the last 21 days', async () => {
    await make('Silent');
    await make('Theirs', { sides: [4, 2] });
    await make('Even', { sides: [3, 2] });
    await make('Ours', { sides: [0, 1] });
    expect(await namesOf({ balance: 'external' })).toEqual(['Theirs']);
    expect(await namesOf({ balance: 'balanced' })).toEqual(['Even']);
    expect(await namesOf({ balance: 'internal' })).toEqual(['Ours']);
    expect(await list({ balance: 'internal', limit: '1' })).toMatchObject({ page: { total: 1 } });
  });
});
