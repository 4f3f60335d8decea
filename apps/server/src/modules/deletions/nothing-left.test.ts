import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import { usesOf } from '#platform/database/data-register/described-table.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword, type MadePerson } from '#test/test-makers.ts';
import { mail } from '../accounts/people/people.fixture.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { lee, leavingWorld } from '../hand-overs/leaving-world.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Uses of columns that can name a deleted user: what others wrote to them, and about them. */
const OF_OTHERS = ['contact', 'content'];

/** The columns in which a text is, as the register names them, with the owners of the rows. */
async function search(texts: string[]): Promise<{ column: string; use: string; owner: string }[]> {
  const found = [];
  for (const [table, described] of Object.entries(describedTables)) {
    const { belongsTo } = described;
    const [owning] = Object.values(belongsTo ?? {});
    const owner = owning === undefined ? sql`''` : sql.ref(owning);
    for (const [column, use] of usesOf(described)) {
      const { rows } = await sql<{ owner: string }>`
        select distinct ${owner}::text as owner from ${sql.table(table)}
        where ${sql.ref(column)}::text ilike any(${texts.map((text) => `%${text}%`)}::text[])`.execute(
        app.db,
      );
      for (const row of rows) found.push({ column: `${table}.${column}`, use, owner: row.owner });
    }
  }
  return found;
}

/** Where the name or the address of a user is, but what the register says is of others. */
async function left(person: MadePerson, texts: string[]): Promise<string[]> {
  const found = await search(texts);
  return found
    .filter(({ use, owner }) => !OF_OTHERS.includes(use) || owner === person.id)
    .map(({ column }) => column);
}

test('after the end, name and address are nowhere but in what others wrote or received', async () => {
  const world = await leavingWorld(app);
  const { ann, owner, admin } = world;
  const { name } = await app.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', ann.id)
    .executeTakeFirstOrThrow();
  const texts = [ann.email, name];
  await tracking(app).importOne(owner.token, 'acme.com');
  await tracking(app).capture(owner, [mail(1, lee, [owner.email, ann.email], { title: 'To us' })]);
  await app.db
    .insertInto('integrations')
    .values({ owner_id: ann.id, provider: 'gmail', source: ann.email } as never)
    .execute();
  const key = await app.call('POST /api/auth/api-keys', {
    token: ann.token,
    body: { name: `Key of ${name}`, scopes: ['accounts:read'], currentPassword: knownPassword },
  });
  expect(key.status).toBe(200);
  await app.call('PUT /api/admin/users/{id}', {
    token: admin.token,
    params: { id: ann.id },
    body: { name: `Later ${name}`, isAdmin: false, isTest: false, isActive: true },
  });
  expect((await left(ann, texts)).length).toBeGreaterThan(5);
  const { status } = await app.call('POST /api/auth/deletion', {
    token: ann.token,
    body: { email: ann.email, currentPassword: knownPassword, isImmediate: true },
  });
  expect(status).toBe(200);
  await world.finish();
  expect(await left(ann, texts)).toEqual([]);
  // What the register says that others have: the email to both of them.
  const others = await search(texts);
  expect(others.map(({ column }) => column)).toContain('captured_activities.participants');
  expect(others.every(({ use }) => OF_OTHERS.includes(use))).toBe(true);
});
