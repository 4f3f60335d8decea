import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/create-test-database.ts';
import { createMakers } from '#test/test-makers.ts';
import { credentialsContext } from '#modules/integrations/connect/credentials.ts';
import { pendingGrantContext } from '#modules/integrations/connect/pending-grants.ts';
import { appSecretContext, storeApp } from '#modules/sign-in-factors/factors/authenticator-app.ts';
import { openSecrets, sealSecrets } from '#modules/webhooks/managing/webhook-secret.ts';
import { createDatabase, type Database } from '#platform/database/create-database.ts';
import { createSecretBox, type SecretBox } from '#platform/secrets/secret-box.ts';
import { runCommandLine } from './run-command-line.ts';

let folder: string;
let database: TestDatabase;
let db: Database;
let make: ReturnType<typeof createMakers>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rotate-keys-'));
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, poolSize: 2, onLostConnection: () => {} });
  make = createMakers(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const [old, fresh, other] = ['old', 'fresh', 'other'].map((id) => [id, randomBytes(32)] as const);
const boxOf = (...keys: (readonly [string, Buffer] | undefined)[]) =>
  createSecretBox(new Map(keys.filter((key) => key !== undefined)));
const setting = (...keys: (readonly [string, Buffer] | undefined)[]) =>
  keys.map((key) => (key ? `${key[0]}:${key[1].toString('base64')}` : '')).join();

const rotate = (keys: string) =>
  runCommandLine(['rotate-keys', '--json'], {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: keys,
  });

async function connect(box: SecretBox, credentials: object): Promise<string> {
  const { id: ownerId } = await make.person();
  const id = crypto.randomUUID();
  const { bytes, keyId } = box.seal(credentials, credentialsContext(id));
  await db
    .insertInto('integrations')
    .values({
      id,
      owner_id: ownerId,
      provider: 'gmail',
      credentials: bytes,
      credentials_key_id: keyId,
    })
    .execute();
  return id;
}

async function openWith(box: SecretBox, id: string): Promise<unknown> {
  const row = await db
    .selectFrom('integrations')
    .select(['credentials', 'credentials_key_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const sealed = { bytes: row.credentials ?? Buffer.of(), keyId: row.credentials_key_id ?? '' };
  return box.open(sealed, credentialsContext(id));
}

test('encrypts every stored secret with the first key, so that the others can be removed', async () => {
  const ids: string[] = [];
  // More than one page of rows.
  for (let index = 0; index < 120; index += 1) ids.push(await connect(boxOf(old), { index }));
  const hash = randomBytes(32);
  const { bytes, keyId } = boxOf(old).seal({ refresh: 1 }, pendingGrantContext(hash));
  const { id: userId } = await make.person();
  await db
    .insertInto('pending_grants')
    .values({
      confirm_hash: hash,
      user_id: userId,
      provider: 'gmail',
      source: 'me@home.example',
      credentials: bytes,
      credentials_key_id: keyId,
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute();

  const { exitCode, output } = await rotate(setting(fresh, old));
  expect([exitCode, JSON.parse(output)]).toEqual([0, { currentKey: 'fresh', resealed: 121 }]);
  const withoutOld = boxOf(fresh);
  for (const [index, id] of ids.entries())
    expect(await openWith(withoutOld, id)).toEqual({ index });
  const grant = await db.selectFrom('pending_grants').selectAll().executeTakeFirstOrThrow();
  const sealed = { bytes: grant.credentials, keyId: grant.credentials_key_id };
  expect(withoutOld.open(sealed, pendingGrantContext(hash))).toEqual({ refresh: 1 });
  expect(JSON.parse((await rotate(setting(fresh))).output)).toMatchObject({ resealed: 0 });
});

test('encrypts the secrets of authenticator apps and of webhooks, more than a page of them', async () => {
  const secret = randomBytes(20);
  const userIds: string[] = [];
  for (let index = 0; index < 120; index += 1) {
    const { id: userId } = await make.person();
    await storeApp(db, boxOf(old), { userId, secret, step: 1 });
    userIds.push(userId);
  }
  const { id: workspaceId } = await make.workspace();
  const { id: ownerId } = await make.member(workspaceId);
  const webhookId = crypto.randomUUID();
  await db
    .insertInto('webhooks')
    .values({
      workspace_id: workspaceId,
      id: webhookId,
      user_id: ownerId,
      name: 'Ours',
      url: 'https://home.example/hook',
      format: 'events',
      level: 2,
      events: [],
      ...sealSecrets(boxOf(old), webhookId, { current: 'whsec_1' }),
      previous_secret_until: null,
      position: 0,
      disabled: null,
      failing_since: null,
      paused_until: null,
    })
    .execute();

  const { exitCode, output } = await rotate(setting(fresh, old));
  expect([exitCode, JSON.parse(output)]).toEqual([0, { currentKey: 'fresh', resealed: 121 }]);
  const withoutOld = boxOf(fresh);
  const apps = await db.selectFrom('authenticator_apps').selectAll().execute();
  expect(apps.map(({ user_id }) => user_id).toSorted()).toEqual(userIds.toSorted());
  for (const { user_id, secret: bytes, secret_key_id: keyId } of apps)
    expect(withoutOld.open({ bytes, keyId }, appSecretContext(user_id))).toBe(
      secret.toString('base64'),
    );
  const webhook = await db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
  const sealed = { bytes: webhook.secret, keyId: webhook.secret_key_id };
  expect(openSecrets(withoutOld, webhookId, sealed)).toEqual({ current: 'whsec_1' });
});

test('leaves what a missing key encrypted, names that key, and goes on when it is there', async () => {
  const [known, unknown] = [
    await connect(boxOf(old), { of: 'known' }),
    await connect(boxOf(other), { of: 'unknown' }),
  ];
  const { exitCode, complaint } = await rotate(setting(fresh, old));
  expect(exitCode).toBe(1);
  expect(complaint).toContain('encrypted with other, which is not known');
  expect(await openWith(boxOf(fresh), known)).toEqual({ of: 'known' });
  expect(await openWith(boxOf(other), unknown)).toEqual({ of: 'unknown' });
  expect((await rotate(setting(fresh, other))).exitCode).toBe(0);
  expect(await openWith(boxOf(fresh), unknown)).toEqual({ of: 'unknown' });
});

test('replaces the server’s own key, but not beside a server that has read it', async () => {
  const refused = await runCommandLine(['rotate-keys'], {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
  });
  expect(refused).toMatchObject({ exitCode: 1, output: '' });
  expect(refused.complaint).toContain('set ENCRYPTION_KEYS to a new key and the one of that file');

  const embedded = path.join(folder, 'embedded');
  const key = () => readFile(path.join(embedded, 'encryption-key'), 'utf8');
  await runCommandLine(['list', 'organizations'], { DATA_DIR: embedded });
  const before = await key();
  const { exitCode, output } = await runCommandLine(['rotate-keys'], { DATA_DIR: embedded });
  expect([exitCode, output]).toEqual([0, expect.stringContaining('The former key was removed')]);
  expect(await key()).not.toBe(before);
  expect((await key()).trim().split('\n')).toHaveLength(1);
});
