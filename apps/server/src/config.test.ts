import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { featureNames } from '@repo/contract/features';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig, settingNames } from './config.ts';

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
  expect(names.toSorted()).toEqual(settingNames.toSorted());
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

test('refuses two encryption keys with one id, of which one would be ignored', () => {
  const [one, other] = [1, 2].map((byte) => `k1:${Buffer.alloc(32, byte).toString('base64')}`);
  expect(() => readConfig({ ENCRYPTION_KEYS: `${one},${other}`, DATA_DIR: dataFolder() })).toThrow(
    new ConfigError('ENCRYPTION_KEYS has two keys “k1”. Give each key an id of its own.'),
  );
});

test.each<[string, Record<string, string>, readonly string[]]>([
  ['everything for its own calls', {}, featureNames],
  [
    'everything where the page and the calls share an origin',
    { PUBLIC_URL: 'https://app.example', API_BASE_URL: 'https://app.example/base' },
    featureNames,
  ],
  ['nothing of a server on another origin', { API_BASE_URL: 'https://api.example' }, []],
  [
    'everything of another server where that is set',
    { API_BASE_URL: 'https://api.example', WEB_FEATURES: 'all' },
    featureNames,
  ],
  ['what is set', { WEB_FEATURES: 'members, audit-log' }, ['audit-log', 'members']],
  ['nothing where that is set', { WEB_FEATURES: 'none' }, []],
])('the page offers %s', (_, environment, expected) => {
  expect(readConfig({ ...environment, DATA_DIR: dataFolder() }).webFeatures).toEqual(expected);
});

test('an unknown feature is refused by name', () => {
  expect(() => readConfig({ WEB_FEATURES: 'memberz', DATA_DIR: dataFolder() })).toThrow(
    /WEB_FEATURES must be all, none or a list of account-changes, account-domains, account-import, account-merging, account-owners, activity-search, administration, archiving, audit-log/,
  );
});
