import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { continueHandOvers } from './continue-hand-overs.ts';

let app: TestApp;
let admin: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.make.person({ is_admin: true, name: 'Adam' });
});
afterAll(() => app.close());

/** Tables with one of the texts, and the first row of each. */
const search = async (texts: string[]) => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r'
      and relnamespace = 'public'::regnamespace and relname not like 'kysely%'`.execute(app.db);
  const found = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select each::text as row from ${sql.table(name)} each
      where each::text ilike any(${texts.map((text) => `%${text}%`)}::text[]) limit 1`.execute(
      app.db,
    );
    if (rows[0] !== undefined) found.push([name, rows[0].row]);
  }
  return found;
};

test('no table keeps the email or a name that an erased user had, in whatever position', async () => {
  const mark = randomUUID();
  const email = `zoe-${mark}@firm.example`;
  const names = [`Zoe ${mark}`, `Zelda ${mark}`];
  const workspaceId = (await app.make.workspace()).id;
  const owner = await app.make.person({ name: 'Olga' });
  const ben = await app.make.member(workspaceId, { name: 'Ben' });
  await app.make.membership(workspaceId, owner.id, 'owner');
  await app.make.membership(workspaceId, admin.id, 'owner');
  // Written by the real calls: a maker writes no log.
  const ok = (answer: { status: number; error?: unknown }) =>
    expect(answer.error ?? answer.status).toBe(200);
  ok(
    await app.call('POST /api/admin/users/invite', {
      token: admin.token,
      body: { name: names[0] ?? '', email, isAdmin: true, isTest: false },
    }),
  );
  const zoe = await app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await app.db
    .updateTable('users')
    .set({ is_active: true, password_hash: 'x' })
    .where('id', '=', zoe.id)
    .execute();
  ok(
    await app.call('PUT /api/admin/users/{id}', {
      token: admin.token,
      params: { id: zoe.id },
      body: {
        name: names[1] ?? '',
        isAdmin: true,
        isTest: false,
        isActive: true,
      },
    }),
  );
  await app.make.membership(workspaceId, zoe.id);
  const ofBen = { workspaceId, userId: ben.id };
  ok(
    await app.call('POST /api/workspaces/{workspaceId}/members/{userId}/hand-over', {
      token: owner.token,
      params: ofBen,
      body: { choice: 'reassign', successorId: zoe.id },
    }),
  );
  ok(
    await app.call('POST /api/workspaces/{workspaceId}/owner', {
      token: owner.token,
      params: { workspaceId },
      body: { userId: zoe.id },
    }),
  );
  const token = await app.make.session(zoe.id);
  const invited = await app.make.person({ name: 'Ivy' });
  ok(
    await app.call('POST /api/workspaces/{workspaceId}/owner', {
      token,
      params: { workspaceId },
      body: { userId: owner.id },
    }),
  );
  await app.db
    .insertInto('audit_entries')
    .values({
      action: 'member.added',
      actor_id: invited.id,
      actor_name: 'Ivy',
      person_id: invited.id,
      person_name: 'Ivy',
      scope: null,
      before: null,
      after: JSON.stringify({ role: 'member', invitedBy: names[0] }),
    })
    .execute();
  ok(
    await app.call('POST /api/workspaces/{workspaceId}/members', {
      token: admin.token,
      params: { workspaceId },
      body: { email: `x-${mark.slice(0, 8)}@home.example`, role: 'member' },
    }),
  );
  await sql`update invitations set inviter_name = ${names[1]} where inviter_name = 'Adam'`.execute(
    app.db,
  );
  expect((await search([email, ...names])).length).toBeGreaterThan(2);

  ok(
    await app.call('POST /api/admin/users/{id}/hand-over', {
      token: admin.token,
      params: { id: zoe.id },
      body: { choice: 'erase', successorId: null },
    }),
  );
  // During the 30 days someone invites the address again.
  ok(
    await app.call('POST /api/workspaces/{workspaceId}/members', {
      token: owner.token,
      params: { workspaceId },
      body: { email, role: 'member' },
    }),
  );
  await app.db
    .updateTable('hand_overs')
    .set({ ends_at: new Date(0) })
    .where('user_id', '=', zoe.id)
    .execute();
  await continueHandOvers(app.context);
  expect(await search([email, ...names])).toEqual([]);
  const kept = await app.db
    .selectFrom('audit_entries')
    .select(['person_name', 'after'])
    .where('action', '=', 'member.leaving')
    .where('person_id', '=', ben.id)
    .executeTakeFirstOrThrow();
  expect(kept).toMatchObject({
    person_name: 'Ben',
    after: { choice: 'reassign', successor: 'Erased user' },
  });
});
