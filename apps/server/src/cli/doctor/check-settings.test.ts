import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTestApp, type TestAppOptions } from '../../../test/create-test-app.ts';
import { readConfig } from '../../config.ts';
import { checkSettings } from './check-settings.ts';

async function statesOf(config: TestAppOptions['config']): Promise<Record<string, string>> {
  const { context, close } = await createTestApp({ config: config ?? {} });
  onTestFinished(close);
  const findings = await checkSettings(context);
  return Object.fromEntries(findings.map(({ subject, state }) => [subject, state]));
}

it('finds nothing wrong where only the defaults stand', async () => {
  expect(await statesOf({})).toEqual({
    PUBLIC_URL: 'good',
    'Embedded database': 'good',
    ENCRYPTION_KEYS: 'good',
    GOOGLE_CLIENT_ID: 'unset',
    Clock: 'unset',
    SMTP_URL: 'unset',
  });
});

it('names what is wrong', async () => {
  const google = { clientId: 'my app', clientSecret: 's', rootUrl: undefined };
  const unreachable = { ...google, rootUrl: 'http://127.0.0.1:9' };
  const config = {
    publicUrl: 'http://tracker.example.com',
    google: unreachable,
    smtpUrl: 'smtp://127.0.0.1:9',
  };
  expect(await statesOf(config)).toMatchObject({
    PUBLIC_URL: 'bad',
    Clock: 'bad',
    SMTP_URL: 'bad',
  });
});

it('names the key that stored credentials need, after the one that the server made was lost', async () => {
  const { context, db, make, close } = await createTestApp();
  onTestFinished(close);
  const { id } = await make.person();
  const { keyId, bytes } = context.secretBox.seal({ token: 't' }, 'gmail');
  await db
    .insertInto('integrations')
    .values({ owner_id: id, provider: 'gmail', credentials: bytes, credentials_key_id: keyId })
    .execute();
  const keysOf = async (config: typeof context.config) =>
    (await checkSettings({ ...context, config })).find(
      ({ subject }) => subject === 'ENCRYPTION_KEYS',
    );
  expect(await keysOf(context.config)).toMatchObject({ state: 'good' });

  const dataDir = await mkdtemp(path.join(tmpdir(), 'doctor-test-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const others = await keysOf(readConfig({ DATA_DIR: dataDir }));
  expect(others).toMatchObject({ state: 'bad', says: expect.stringContaining(keyId) });
});

it('a damaged file of the own key is named', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'doctor-test-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await writeFile(path.join(dataDir, 'encryption-key'), 'own:short');
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(
    `${path.join(dataDir, 'encryption-key')} must be "id:key"`,
  );
});
