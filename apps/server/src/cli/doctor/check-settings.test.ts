import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { startTestSandbox } from '@repo/sandbox/testing/start-test-sandbox';
import { expect, it, onTestFinished } from 'vitest';
import { createTestApp, type TestAppOptions } from '#test/create-test-app.ts';
import { isOnCluster } from '#test/create-test-database.ts';
import { readConfig } from '../../config.ts';
import type { Finding } from '#modules/integrations/provider/provider-check.ts';
import { checkSettings } from './check-settings.ts';

async function findingsOf(config: TestAppOptions['config']): Promise<Finding[]> {
  const { context, close } = await createTestApp({ config: config ?? {} });
  onTestFinished(close);
  return checkSettings(context);
}

const findingOf = async (wanted: string, config: TestAppOptions['config']) =>
  (await findingsOf(config)).find(({ subject }) => subject === wanted);

it('finds nothing wrong where only the defaults stand', async () => {
  const findings = await findingsOf({});
  expect(Object.fromEntries(findings.map(({ subject, state }) => [subject, state]))).toEqual({
    PUBLIC_URL: 'good',
    'Embedded database': 'good',
    ENCRYPTION_KEYS: 'good',
    GOOGLE_CLIENT_ID: 'unset',
    Clock: 'unset',
    MICROSOFT_CLIENT_ID: 'unset',
    SMTP_URL: 'unset',
    'Connected mailboxes': 'good',
    'Uploaded files': 'good',
    BACKUP_DIR: 'unset',
    'Background jobs': 'good',
    ...(isOnCluster() && { Citus: 'good' }),
  });
});

it('says that a backup failed, and why', async () => {
  const { context, db, close } = await createTestApp();
  onTestFinished(close);
  await db
    .insertInto('backups')
    .values({ file: 'a.backup', state: 'failed', problem: 'There is no folder /safe: create it.' })
    .execute();
  const findings = await checkSettings(context);
  expect(findings.find(({ subject }) => subject === 'BACKUP_DIR')).toMatchObject({
    state: 'bad',
    says: expect.stringMatching(
      /failed: There is no folder \/safe: create it\. There is no good one/,
    ),
  });
});

it('says that the database is of a newer version', async () => {
  const { context, db, close } = await createTestApp();
  onTestFinished(close);
  await sql`insert into kysely_migration values ('9999-tomorrow', 'now')`.execute(db);
  const findings = await checkSettings(context);
  expect(findings.find(({ subject }) => subject === 'Embedded database')).toMatchObject({
    state: 'bad',
    says: expect.stringContaining('of a newer version (9999-tomorrow)'),
  });
});

const google = {
  clientId: 'id.apps.googleusercontent.com',
  clientSecret: 's',
  rootUrl: undefined,
};

/** Starts a server whose `Date` header is off by `offsetMs`, for the finding about the clock. */
async function startClock(offsetMs: number): Promise<string> {
  const server = createServer((_, response) => {
    response.sendDate = false;
    response.setHeader('date', new Date(Date.now() + offsetMs).toUTCString());
    response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

it.each<[what: string, TestAppOptions['config'], subject: string, says: string]>([
  [
    'an address that Google takes no redirects to',
    { publicUrl: 'http://tracker.example.com' },
    'PUBLIC_URL',
    'http://tracker.example.com is not https. Google takes redirects to https alone; put a proxy with a certificate before the server.',
  ],
  [
    'a name in the place of the client id',
    { google: { ...google, clientId: 'my app' } },
    'GOOGLE_CLIENT_ID',
    'does not end with .apps.googleusercontent.com. Copy the client id, not its name.',
  ],
  [
    'a Google that cannot be reached',
    { google: { ...google, rootUrl: 'http://127.0.0.1:9' } },
    'Clock',
    '127.0.0.1:9 cannot be reached. Allow the server to make https requests.',
  ],
  [
    'a mail server that does not answer',
    { smtpUrl: 'smtp://127.0.0.1:9' },
    'SMTP_URL',
    'the mail server refuses (connect ECONNREFUSED 127.0.0.1:9). Check host, port, user and password.',
  ],
])('says what to do about %s', async (_, config, subject, says) => {
  expect(await findingOf(subject, config)).toEqual({ subject, state: 'bad', says });
});

it('compares the clock with Google’s', async () => {
  const off = await startClock(-300_000);
  const wrong = await findingOf('Clock', { google: { ...google, rootUrl: off } });
  expect(wrong).toMatchObject({ state: 'bad' });
  expect(wrong?.says).toMatch(
    /^is (299|300|301) s off Google’s\. Switch time synchronisation on\.$/,
  );
  const right = await startClock(0);
  expect(await findingOf('Clock', { google: { ...google, rootUrl: right } })).toMatchObject({
    state: 'good',
  });
});

it('names the redirect addresses and the scopes that have to be allowed at Google', async () => {
  const config = { publicUrl: 'https://tracker.example.com', google };
  expect((await findingOf('Redirect addresses', config))?.says).toBe(
    'have to be allowed at Google, letter for letter: https://tracker.example.com/api/integrations/gmail/oauth/callback and https://tracker.example.com/api/integrations/google_calendar/oauth/callback',
  );
  expect((await findingOf('Scopes', config))?.says).toBe(
    'openid, email, gmail.readonly and calendar.readonly have to stand on the consent screen; gmail.metadata for mailboxes without text.',
  );
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

it.each([
  ['test-secret', 'good', 'Google accepts the client id and secret.'],
  [
    'wrong',
    'bad',
    'Google refuses the client (invalid_client). Copy the id and the secret again (docs/google-setup.md).',
  ],
])('tries the client secret %s at Google', async (clientSecret, state, says) => {
  const { url } = await startTestSandbox();
  const subject = 'GOOGLE_CLIENT_SECRET';
  const config = { google: { clientId: 'test-client', clientSecret, rootUrl: url } };
  expect(await findingOf(subject, config)).toEqual({ subject, state, says });
});

it('says what a provider refused the server lately', async () => {
  const { context, db, close } = await createTestApp({
    config: { google: { ...google, rootUrl: 'http://127.0.0.1:9' } },
  });
  onTestFinished(close);
  await db
    .insertInto('provider_problems')
    .values({ grantor: 'google', message: 'Google refuses the client.' })
    .execute();
  const findings = await checkSettings(context);
  expect(findings).toContainEqual({
    subject: 'GOOGLE_CLIENT_SECRET',
    state: 'check',
    says: 'Google did not say whether it accepts the client.',
  });
  expect(findings.find(({ subject }) => subject === 'Refused by a provider')).toMatchObject({
    state: 'bad',
    says: expect.stringContaining('Google refuses the client. The server has met this since'),
  });
});

it('lists the connected mailboxes that have not the email of their person', async () => {
  const { context, db, make, close } = await createTestApp();
  onTestFinished(close);
  const people = await Promise.all(
    ['ann@company.example', 'bob@company.example', 'eve@company.example'].map((email) =>
      make.person({ email }),
    ),
  );
  const sources = ['Ann@Company.example', 'ann@company.example', 'gone@company.example'];
  await db
    .insertInto('integrations')
    .values({
      owner_id: people[2]?.id ?? '',
      provider: 'imap',
      source: 'boss@company.example',
      credentials: Buffer.from('sealed'),
    })
    .execute();
  await db
    .insertInto('integrations')
    .values(
      people.map(({ id }, index) => ({
        owner_id: id,
        provider: 'gmail',
        source: sources[index] ?? '',
        // Disconnected integrations have no credentials left to decrypt.
        credentials: index === 2 ? null : Buffer.from('sealed'),
      })),
    )
    .execute();
  const mailboxes = (await checkSettings(context)).find(
    ({ subject }) => subject === 'Connected mailboxes',
  );
  expect(mailboxes).toMatchObject({
    state: 'check',
    says: 'ask these people whether the mailbox is theirs: bob@company.example has ann@company.example (gmail), eve@company.example has boss@company.example (imap).',
  });
});

it('a damaged file of the own key is named', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'doctor-test-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await writeFile(path.join(dataDir, 'encryption-key'), 'own:short');
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(
    `${path.join(dataDir, 'encryption-key')} must be "id:key"`,
  );
});

it('looks at who may read the passwords of the embedded database', async () => {
  const { context, close } = await createTestApp();
  onTestFinished(close);
  const cluster = path.join(context.config.dataDir, 'postgres', 'cluster');
  const [own, superuser] = ['password', 'supervisor-password'].map((file) =>
    path.join(cluster, file),
  ) as [string, string];
  const found = async () =>
    (await checkSettings(context)).find(({ subject }) => subject === 'Embedded database');
  await mkdir(cluster, { recursive: true });
  await writeFile(own, 'a', { mode: 0o600 });
  expect(await found()).toMatchObject({
    state: 'bad',
    says: 'its superuser still shares the application’s password. Restart the server with this version.',
  });
  await writeFile(superuser, 'b', { mode: 0o600 });
  expect(await found()).toMatchObject({ state: 'good' });
  await chmod(superuser, 0o640);
  expect(await found()).toMatchObject({
    state: 'bad',
    says: `others may read ${superuser}. Run: chmod 600 ${superuser}`,
  });
});
