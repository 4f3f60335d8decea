import { expect, test } from 'vitest';
import { createApiKey } from '../secrets/api-key.ts';
import { createLog } from './create-log.ts';

test('no line contains an API key, wherever it comes from, and each is still JSON', () => {
  const key = createApiKey();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  log.info({ url: `/x?y=${key}`, list: [{ header: `Bearer ${key}` }] }, `sent ${key}`);
  log.child({ bound: key }).warn({ err: new Error(`no ${key}`, { cause: key }) }, 'failed');
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).not.toContain(key.slice(8));
    expect(Object.keys(JSON.parse(line))).toContain('msg');
  }
});
