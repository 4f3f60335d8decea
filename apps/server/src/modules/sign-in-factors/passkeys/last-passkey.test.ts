import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { createPasskeyLab, SITE } from './passkey-lab.fixture.ts';

let app: TestApp;
let lab: ReturnType<typeof createPasskeyLab>;
beforeAll(async () => {
  app = await createTestApp({ config: { webUrl: SITE } });
  lab = createPasskeyLab(app);
});
afterAll(() => app.close());

const forgetPassword = ({ id }: MadePerson) =>
  app.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();

const remove = ({ token }: MadePerson, id: string) =>
  app.call('DELETE /api/auth/factors/passkeys/{id}', { token, params: { id } });

test('the last passkey of a user without a password stays, and says what to do first', async () => {
  const { person, passkeyId } = await lab.withPasskey();
  await forgetPassword(person);
  // It only follows a password.
  const touched = await lab.add(person, { verifiesUser: false });
  const refused = await remove(person, passkeyId);
  expect(refused.error).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('Nothing else signs you in'),
  });
  expect((await remove(person, touched.passkeyId)).status).toBe(200);
  const { data } = await app.call('GET /api/auth/factors', { token: person.token });
  expect(data.passkeys.map(({ id }) => id)).toEqual([passkeyId]);
  expect(data.recoveryCodesLeft).toBe(10);
});

test('of two at once, one stays', async () => {
  const { person, passkeyId } = await lab.withPasskey();
  const other = await lab.add(person);
  await forgetPassword(person);
  const answers = await Promise.all([remove(person, passkeyId), remove(person, other.passkeyId)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test.each([
  ['goes where their company signs them in', true, 200],
  ['stays where the sign-in of their company is switched off', false, 409],
])('the last passkey of a user without a password %s', async (_, is_enabled, status) => {
  const { person, passkeyId } = await lab.withPasskey();
  await forgetPassword(person);
  const organization = await app.make.organization();
  const { id } = await app.db
    .insertInto('sso_connections')
    .values({
      organization_id: organization.id,
      issuer: 'https://provider.example',
      client_id: 'client',
      secret: Buffer.from('sealed'),
      secret_key_id: 'key',
      is_enabled,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('sso_identities')
    .values({
      connection_id: id,
      issuer: 'https://provider.example',
      subject: person.id,
      user_id: person.id,
    })
    .execute();
  expect((await remove(person, passkeyId)).status).toBe(status);
});
