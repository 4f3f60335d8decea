import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createSyncLab, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import { runCommandLine } from './run-command-line.ts';

const key = `one:${Buffer.alloc(32, 7).toString('base64')}`;
const secrets = {
  ENCRYPTION_KEYS: key,
  FIRST_ADMIN_EMAIL: 'first@hushhouse.example',
  FIRST_ADMIN_NAME: 'Firstname Hush',
  FIRST_ADMIN_PASSWORD: '4815162342',
  GOOGLE_CLIENT_ID: 'hush-client',
  GOOGLE_CLIENT_SECRET: 'hush-secret',
  SMTP_URL: 'smtp://hushuser:hushword@127.0.0.1:9',
  MAIL_FROM: 'post@hushhouse.example',
  PUBLIC_URL: 'http://tracker.hushhouse.example',
  CORS_ORIGINS: 'https://hushhouse.example',
};

let lab: SyncLab;
let folder: string;
let settings: Record<string, string>;
beforeEach(async () => {
  lab = await createSyncLab();
  folder = await mkdtemp(path.join(tmpdir(), 'hushfolder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  settings = {
    ...secrets,
    DATABASE_URL: lab.databaseUrl,
    DATA_DIR: folder,
    BACKUP_DIR: path.join(folder, 'missing'),
    DATABASE_POOL_SIZE: '3',
  };
});

const run = (...args: string[]) => runCommandLine(['support-report', ...args], settings);

/** The names, addresses and texts in the database. */
async function privateValues(): Promise<string[]> {
  const { db } = lab;
  const rows: readonly object[] = [
    ...(await db.selectFrom('users').select(['id', 'email', 'name']).execute()),
    ...(await db.selectFrom('organizations').select(['id', 'name', 'slug']).execute()),
    ...(await db.selectFrom('workspaces').select(['id', 'name', 'slug']).execute()),
    ...(await db.selectFrom('integrations').select(['id', 'source']).execute()),
    ...(await db.selectFrom('domains').select(['id', 'domain']).execute()),
    ...(await db.selectFrom('captured_activities').select(['id', 'title', 'summary']).execute()),
    ...(await db.selectFrom('provider_problems').select('message').execute()),
  ];
  return rows
    .flatMap((row): unknown[] => Object.values(row))
    .filter((value): value is string => typeof value === 'string' && value.length > 3);
}

it('contains no secret, no name and nothing of the mail', async () => {
  const ann = await lab.make.person({ email: mailbox, name: 'Annabel Quietwater' });
  const { id } = await lab.make.organization({ name: 'Quietwater Holding' });
  await lab.make.workspace({ name: 'Whisperers', organization_id: id });
  await lab.connect(ann);
  lab.startWorker();
  await lab.track(ann, 'acme.com');
  await lab.deliver([{ from: 'bob@acme.com', subject: 'A secret plan' }]);
  await lab.sync(ann);
  await lab.db
    .insertInto('provider_problems')
    .values({ grantor: 'google', message: 'Project whisper-1 has no quota.' })
    .execute();

  const { output, exitCode } = await run('--json');
  expect(exitCode).toBe(0);
  const values = await privateValues();
  expect(values).toEqual(
    expect.arrayContaining(['Annabel Quietwater', 'acme.com', 'A secret plan']),
  );
  const found = [
    ...values,
    ...Object.values(secrets),
    'hush',
    '4815162342',
    folder,
    tmpdir(),
  ].filter((text) => output.toLowerCase().includes(text.toLowerCase()));
  expect(found).toEqual([]);

  const report = JSON.parse(output);
  expect(report).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+/),
    settings: {
      DATABASE_URL: 'set',
      DATABASE_POOL_SIZE: '3',
      FIRST_ADMIN_PASSWORD: 'set',
      SMTP_URL: 'set',
    },
    rows: { users: 1, organizations: 1, workspaces: 1 },
    connections: [{ provider: 'gmail', connected: 1 }],
    database: {
      version: expect.stringMatching(/^\d+/),
      migrations: expect.arrayContaining(['0120-api-keys']),
    },
  });
  expect(report.settings).not.toHaveProperty('LOG_LEVEL');
  const findings = new Map(report.findings.map((one: { subject: string }) => [one.subject, one]));
  expect(findings.get('PUBLIC_URL')).toEqual({ subject: 'PUBLIC_URL', state: 'bad' });
  expect(findings.get('DATABASE_URL')).toMatchObject({
    says: expect.stringContaining('its schema is current'),
  });
});

it('writes a file that only its owner may read, and replaces none', async () => {
  const file = path.join(folder, 'report.json');
  expect(await run('--file', file)).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('database.version');
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  await writeFile(file, 'mine');
  expect(await run('--file', file)).toMatchObject({
    exitCode: 2,
    complaint: `${file} exists. Choose another name.`,
  });
  expect(await readFile(file, 'utf8')).toBe('mine');
  expect(await run('--file', path.join(folder, 'no', 'report.json'))).toMatchObject({
    exitCode: 2,
    complaint: expect.stringContaining('cannot be written (ENOENT)'),
  });
});
