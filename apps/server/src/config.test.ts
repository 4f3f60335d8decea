import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { settings } from './settings.ts';

/** Settings that are commented out in `.env.example`. */
async function described(): Promise<[string, string][]> {
  const file = path.join(import.meta.dirname, '../../../.env.example');
  const lines = (await readFile(file, 'utf8')).matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm);
  return [...lines].map(([, name = '', value = '']) => [name, value]);
}

/** Settings without a default; their lines show an example. */
const examples = ['CORS_ORIGINS', 'DATABASE_URL', 'SMTP_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'];

function dataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('.env.example describes every setting, and nothing else', async () => {
  const names = (await described()).map(([name]) => name);
  expect(names.toSorted()).toEqual(Object.keys(settings.shape).toSorted());
});

test('.env.example shows the defaults', async () => {
  const DATA_DIR = dataFolder();
  const shown = (await described()).filter(([name]) => !examples.includes(name));
  expect(readConfig({ ...Object.fromEntries(shown), DATA_DIR })).toEqual(readConfig({ DATA_DIR }));
});

test('takes each example of .env.example', async () => {
  const shown = (await described()).filter(([name]) => examples.includes(name));
  const config = readConfig({ ...Object.fromEntries(shown), DATA_DIR: dataFolder() });
  expect(config).toMatchObject({
    corsOrigins: ['https://app.example.com', 'https://other.example.com'],
    databaseUrl: expect.stringContaining('postgres://'),
    smtpUrl: expect.stringContaining('smtp://'),
    traces: { endpoint: 'http://127.0.0.1:4318', serviceName: 'server' },
  });
});

test('names every bad setting at once', () => {
  const bad = { PORT: 'http', SMTP_URL: 'mail.example.com', LOG_LEVEL: 'loud' };
  expect(() => readConfig({ ...bad, DATA_DIR: dataFolder() })).toThrow(
    new ConfigError(
      'PORT must be a port number; SMTP_URL must begin with smtp:// or smtps://; LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent',
    ),
  );
});

test('makes an encryption key once and keeps it', () => {
  const DATA_DIR = dataFolder();
  const [first] = readConfig({ DATA_DIR }).encryptionKeys;
  expect(first?.[1]).toHaveLength(32);
  expect([...readConfig({ DATA_DIR }).encryptionKeys]).toEqual([first]);
});

test('refuses two encryption keys with one id: one of them would be ignored', () => {
  const [one, other] = [1, 2].map((byte) => `k1:${Buffer.alloc(32, byte).toString('base64')}`);
  expect(() => readConfig({ ENCRYPTION_KEYS: `${one},${other}`, DATA_DIR: dataFolder() })).toThrow(
    new ConfigError('ENCRYPTION_KEYS has two keys “k1”. Give each key an id of its own.'),
  );
});

test.each([
  ['full for its own calls', {}, 'full'],
  [
    'full where the page and the calls share an origin',
    { PUBLIC_URL: 'https://app.example', API_BASE_URL: 'https://app.example/base' },
    'full',
  ],
  [
    'that of the specification for a server on another origin',
    { API_BASE_URL: 'https://api.example' },
    'specification',
  ],
  [
    'full for another server where that is set',
    { API_BASE_URL: 'https://api.example', WEB_SERVER_LEVEL: 'full' },
    'full',
  ],
  [
    'that of the specification where that is set',
    { WEB_SERVER_LEVEL: 'specification' },
    'specification',
  ],
])('the level in the page is %s', (_, environment, expected) => {
  expect(readConfig({ ...environment, DATA_DIR: dataFolder() }).webServerLevel).toBe(expected);
});

test.each(['fuller', 'all'])('the level "%s" is refused', (WEB_SERVER_LEVEL) => {
  expect(() => readConfig({ WEB_SERVER_LEVEL, DATA_DIR: dataFolder() })).toThrow(
    /WEB_SERVER_LEVEL must be specification or full/,
  );
});

test.each([
  ['true', true],
  ['no', false],
  ['192.0.2.10, 10.0.0.0/8, 2001:db8::/32', ['192.0.2.10', '10.0.0.0/8', '2001:db8::/32']],
])('takes proxies: %s', (TRUST_PROXY, trustProxy) => {
  expect(readConfig({ TRUST_PROXY, DATA_DIR: dataFolder() })).toMatchObject({ trustProxy });
});

test.each(['2', 'proxy.example.com', '10.0.0.0/33', '10.0.0.1 10.0.0.2', ','])(
  'says of proxies what they should be: %s',
  (TRUST_PROXY) => {
    expect(() => readConfig({ TRUST_PROXY, DATA_DIR: dataFolder() })).toThrow(
      'TRUST_PROXY must be true, false, or a list of addresses and networks such as 10.0.0.0/8',
    );
  },
);

test('reads the password of a database from its file', () => {
  const DATA_DIR = dataFolder();
  const PGPASSWORD_FILE = path.join(DATA_DIR, 'password');
  writeFileSync(PGPASSWORD_FILE, 'a/b@c#\n');
  const urlOf = (DATABASE_URL: string) =>
    readConfig({ DATABASE_URL, PGPASSWORD_FILE, DATA_DIR }).databaseUrl ?? '';
  for (const address of ['postgres://ann@db:5432/app', 'postgres:///app?host=/run/db']) {
    expect(new Client({ connectionString: urlOf(address) }).password).toBe('a/b@c#');
  }
  expect(() => urlOf('postgres://ann:other@db/app')).toThrow('Set one of them');
  expect(() => readConfig({ PGPASSWORD_FILE, DATA_DIR })).toThrow('without DATABASE_URL');
});

test('names both settings of the first administrator, and a bad file of a secret', () => {
  const DATA_DIR = dataFolder();
  expect(() => readConfig({ FIRST_ADMIN_EMAIL: 'a@b.example', DATA_DIR })).toThrow('together');
  expect(() => readConfig({ SMTP_URL_FILE: DATA_DIR, DATA_DIR })).toThrow(
    new ConfigError(`Settings: SMTP_URL_FILE is ${DATA_DIR}, which is a folder.`),
  );
});
