import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { MadePerson } from '#test/test-makers.ts';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { hidePerson } from '../../relationships/change-contacts.ts';
import { mail, inPeopleWorkspace } from './people.fixture.ts';

const lab = inPeopleWorkspace();
beforeEach(async () => {
  await lab.app.call('POST /api/accounts/import', {
    token: lab.ann.token,
    body: { domains: ['beta.com'], workspaceId: lab.workspaceId, name: 'Beta' },
  });
});

const capture = (...activities: ActivityToCapture[]) =>
  tracking(lab.app).capture(lab.ann, activities);
const from = (name: string, email: string) => mail(1, { name, email }, [lab.ann.email]);
const personOf = async (address: string) =>
  (
    await lab.app.db
      .selectFrom('contacts')
      .select('person_id')
      .where('workspace_id', '=', lab.workspaceId)
      .where('address', '=', address)
      .executeTakeFirstOrThrow()
  ).person_id;
const merge = (personId: string, otherId: string) =>
  lab.app.call('POST /api/workspaces/{workspaceId}/people/{personId}/merge', {
    token: lab.ann.token,
    params: { workspaceId: lab.workspaceId, personId },
    body: { otherId },
  });
const search = async (query: Record<string, string>, { token }: MadePerson = lab.ben) =>
  (
    await lab.app.call('GET /api/workspaces/{workspaceId}/people', {
      token,
      params: { workspaceId: lab.workspaceId },
      query,
    })
  ).data.people;
const addressesFound = async (query: Record<string, string>) =>
  (await search(query)).map(({ addresses }) => addresses.join(' '));

test('without words the people of the accounts that were active last are listed, except hidden ones', async () => {
  await capture(from('Lee Chen', 'lee@acme.com'), from('Ann Gone', 'gone@beta.com'));
  await hidePerson(lab.app.db, {
    workspaceId: lab.workspaceId,
    userId: lab.ann.id,
    personId: await personOf('gone@beta.com'),
    isHidden: true,
  });
  expect(await addressesFound({})).toEqual(['lee@acme.com']);
  await sql`update listed_accounts set last_activity_at = null`.execute(lab.app.db);
  expect(await addressesFound({})).toEqual([]);
});

test('people of all accounts are found by words, with their accounts and addresses', async () => {
  await capture(
    from('Lee Chen', 'lee@acme.com'),
    from('Lee Chen', 'l.chen@beta.com'),
    from('Zoe 100%', 'zoe@beta.com'),
    from('', 'zo_e@acme.com'),
    from('Lee Hidden', 'hidden@beta.com'),
  );
  await hidePerson(lab.app.db, {
    workspaceId: lab.workspaceId,
    userId: lab.ann.id,
    personId: await personOf('hidden@beta.com'),
    isHidden: true,
  });
  const lee = await personOf('lee@acme.com');
  expect(await search({ search: 'CHEN lee' })).toMatchObject([
    {
      id: await personOf('l.chen@beta.com'),
      name: 'Lee Chen',
      addresses: ['l.chen@beta.com'],
      isLikely: false,
      accounts: ['Beta'],
      lastDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
    { id: lee, name: 'Lee Chen', addresses: ['lee@acme.com'], accounts: ['Acme'] },
  ]);
  expect(await addressesFound({ search: 'hidden' })).toEqual([]);
  expect(await addressesFound({ search: '%' })).toEqual(['zoe@beta.com']);
  expect(await addressesFound({ search: 'o_' })).toEqual(['zo_e@acme.com']);
  expect(await addressesFound({ search: String.raw`\ ` })).toEqual([]);
  await merge(lee, await personOf('l.chen@beta.com'));
  expect(await search({ search: 'beta.com chen' })).toMatchObject([
    { id: lee, addresses: ['l.chen@beta.com', 'lee@acme.com'], accounts: ['Acme', 'Beta'] },
  ]);
  await lab.app.db
    .updateTable('workspace_accounts')
    .set({ deleted_at: new Date() })
    .where('name', '=', 'Beta')
    .where('workspace_id', '=', lab.workspaceId)
    .execute();
  expect(await addressesFound({ search: 'zoe' })).toEqual([]);
});

test('those in touch last come first, with the day over all their accounts', async () => {
  const ago = (days: number, email: string) => mail(days, { name: '', email }, [lab.ann.email]);
  await capture(ago(9, 'a@acme.com'), ago(1, 'm@acme.com'), ago(30, 'z@beta.com'));
  const before = await search({});
  expect(before.map(({ addresses }) => addresses[0])).toEqual([
    'm@acme.com',
    'a@acme.com',
    'z@beta.com',
  ]);
  expect(before.map(({ lastDay }) => lastDay)).toEqual(
    before
      .map(({ lastDay }) => lastDay)
      .toSorted()
      .toReversed(),
  );
  // Merged, the one who is found by the older address is the one who wrote yesterday.
  await merge(await personOf('z@beta.com'), await personOf('m@acme.com'));
  const [first] = before;
  expect(await search({ search: 'beta.com' })).toMatchObject([{ lastDay: first?.lastDay }]);
});

test('those without any contact come last, without a day', async () => {
  await capture(from('Lee', 'lee@acme.com'));
  await sql`
    insert into contacts (workspace_id, account_id, id, address, name, person_id, is_automated)
    select ${lab.workspaceId}, ${lab.accountId}, id, 'aaron@acme.com', 'Aaron', id, false
    from uuidv7() id`.execute(lab.app.db);
  expect(await search({ search: 'acme' })).toMatchObject([
    { name: 'Lee', lastDay: expect.any(String) },
    { name: 'Aaron', lastDay: null },
  ]);
});

test('those with the name or the local part of a person come first, and are suggested', async () => {
  await capture(
    from('Lee Chen', 'lee@acme.com'),
    from('lee chen', 'chen@beta.com'),
    from('Someone', 'lee@beta.com'),
    from('Lee Chenowitz', 'leec@beta.com'),
    from('Aaron', 'aaron.lee@beta.com'),
    from('', 'ada@acme.com'),
    from('', 'bob@beta.com'),
  );
  const like = await personOf('lee@acme.com');
  expect(await addressesFound({ like })).toEqual(['lee@beta.com', 'chen@beta.com']);
  expect((await search({ like, search: 'lee' })).map((one) => [one.name, one.isLikely])).toEqual([
    ['Someone', true],
    ['lee chen', true],
    ['Aaron', false],
    ['Lee Chenowitz', false],
  ]);
  expect(await addressesFound({ like: await personOf('ada@acme.com') })).toEqual([]);
});

test('of thousands who match, twenty are read', async () => {
  await sql`
    insert into contacts (workspace_id, account_id, id, address, person_id, is_automated)
    select ${lab.workspaceId}, ${lab.accountId}, id, 'p' || number || '@acme.com', id, false
    from (select number, uuidv7() as id from generate_series(1, 10000) number) numbered`.execute(
    lab.app.db,
  );
  expect(await search({ search: 'p' })).toHaveLength(limits.foundPeople);
  expect(await search({ search: 'p', limit: '3' })).toHaveLength(3);
  await expect(search({ search: 'p', limit: '21' })).rejects.toThrow('limit: Too big');
  expect(await addressesFound({ search: 'p9999@' })).toEqual(['p9999@acme.com']);
});

test('a link to a person who was merged leads to the one who has the address', async () => {
  await capture(from('Lee', 'lee@acme.com'), from('Lee', 'lee@beta.com'), from('', 'l@acme.com'));
  const [first, second, third] = [
    await personOf('lee@acme.com'),
    await personOf('lee@beta.com'),
    await personOf('l@acme.com'),
  ];
  await merge(second, third);
  await merge(first, second);
  const read = async (personId: string) =>
    (
      await lab.app.call('GET /api/workspaces/{workspaceId}/people/{personId}', {
        token: lab.ben.token,
        params: { workspaceId: lab.workspaceId, personId },
      })
    ).data.person;
  for (const id of [first, second, third]) {
    expect(await read(id)).toMatchObject({
      id: first,
      addresses: ['l@acme.com', 'lee@acme.com', 'lee@beta.com'],
    });
  }
  await lab.app.call('POST /api/workspaces/{workspaceId}/people/{personId}/separate', {
    token: lab.ann.token,
    params: { workspaceId: lab.workspaceId, personId: first },
    body: { address: 'lee@beta.com' },
  });
  expect(await read(second)).toMatchObject({ id: second, addresses: ['lee@beta.com'] });
});

test('two merges at once do not give a person more addresses than one can have', async () => {
  const make = async (count: number) => {
    const { rows } = await sql<{ personId: string }>`
      with person as (select uuidv7() as id)
      insert into contacts (workspace_id, account_id, id, address, person_id, is_automated)
      select ${lab.workspaceId}, ${lab.accountId}, uuidv7(), person.id::text || number || '@acme.com', person.id, false
      from person, generate_series(1, ${count}::integer) number
      returning person_id as "personId"`.execute(lab.app.db);
    return rows[0]?.personId ?? '';
  };
  const full = await make(limits.addressesPerPerson - 1);
  const others = [await make(1), await make(1), await make(1)];
  const merged = await Promise.all(others.map((other) => merge(full, other)));
  expect(merged.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const { count } = await lab.app.db
    .selectFrom('contacts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', full)
    .executeTakeFirstOrThrow();
  expect(count).toBe(limits.addressesPerPerson);
});
