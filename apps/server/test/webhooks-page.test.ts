import { webhookEvents } from '@repo/contract/webhook-events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createWebhookSecret, signaturesOf } from '#modules/webhooks/managing/webhook-secret.ts';
import { canRun, examplesOf, readPage, runExample } from './page-examples.ts';

const page = await readPage('api/webhooks.md');
const examples = examplesOf(page);

const secret = createWebhookSecret();
const message = {
  id: 'msg_1',
  timestamp: Math.floor(Date.now() / 1_000),
  body: '{"type":"account.created","timestamp":"2026-01-01T00:00:00.000Z","data":{"name":"Ä"}}',
};
const environment = {
  SECRET: secret,
  BODY: message.body,
  ID: message.id,
  TIMESTAMP: String(message.timestamp),
  // The second of two, as after a new secret.
  SIGNATURE: signaturesOf(message, [createWebhookSecret(), secret]),
};

/** An installation of before the library became a dependency. */
const isInstalled = existsSync(
  path.join(import.meta.dirname, '../../../node_modules/standardwebhooks'),
);

test('there is an example for each way', () => {
  expect(examples.map(({ language }) => language)).toEqual(['ts', 'python', 'sh']);
});

describe.each(examples)('$name ($language)', (example) => {
  const isSkipped = !canRun(example) || (example.language === 'ts' && !isInstalled);
  test.skipIf(isSkipped)('accepts what is signed, and nothing else', async () => {
    expect(await runExample(example, environment)).toMatch(/^verified/);
    const changed = { ...environment, BODY: environment.BODY.replace('created', 'deleted') };
    await expect(runExample(example, changed)).rejects.toThrow(/signature|Command failed/i);
  });
});

test('the table has every event', () => {
  const named = [...page.matchAll(/^\| `([\w.-]+)`/gm)].map(([, event]) => event);
  expect(named).toEqual([...Object.keys(webhookEvents), 'webhook.test']);
});
