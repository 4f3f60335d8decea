import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword } from '#test/test-makers.ts';
import { mail } from '../accounts/people/people.fixture.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { findLeft, findTexts, ofOthers } from './find-left.fixture.ts';
import { lee, leavingWorld } from '../hand-overs/leaving-world.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

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
  expect((await findLeft(app.db, ann.id, texts)).length).toBeGreaterThan(5);
  const { status } = await app.call('POST /api/auth/deletion', {
    token: ann.token,
    body: { email: ann.email, currentPassword: knownPassword, isImmediate: true },
  });
  expect(status).toBe(200);
  await world.finish();
  expect(await findLeft(app.db, ann.id, texts)).toEqual([]);
  // What the register says that others have: the email to both of them.
  const others = await findTexts(app.db, texts);
  expect(others.map(({ column }) => column)).toContain('captured_activities.participants');
  expect(others.every(({ use }) => ofOthers.includes(use))).toBe(true);
});
