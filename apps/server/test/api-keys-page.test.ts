import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { scopes } from '@repo/contract/scopes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { insertApiKey } from './insert-api-key.ts';
import { shareWithColleague } from './rights/shared-at-level.ts';

const run = promisify(execFile);
const page = await readFile(path.join(import.meta.dirname, '../../../docs/api-keys.md'), 'utf8');

/** The examples of the page, in order, as they are copied from it. */
const examples = [...page.matchAll(/^```(sh|ts)\n(.*?)^```$/gms)].map(
  ([, language = '', code = ''], at) => ({ name: `example ${at + 1}`, language, code }),
);
const hasCurl = (() => {
  try {
    execFileSync('curl', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

let app: TestApp;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  const { bob, workspaceId, accountId } = await shareWithColleague(app);
  const { key } = await insertApiKey(app.db, bob.id);
  const address = await app.app.listen({ host: '127.0.0.1', port: 0 });
  environment = { TRACKER: address, KEY: key, WORKSPACE: workspaceId, ACCOUNT: accountId };
  folder = await mkdtemp(path.join(tmpdir(), 'api-keys-page-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs an example as a user would. */
async function runExample({ language, code }: (typeof examples)[number]): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  if (language === 'sh') return (await run('bash', ['-eu', '-c', code], { env })).stdout;
  const file = path.join(folder, 'example.mts');
  await writeFile(file, code);
  return (await run(process.execPath, ['--no-warnings', file], { env })).stdout;
}

describe.each(examples)('$name ($language)', (example) => {
  test.skipIf(example.language === 'sh' && !hasCurl)('works as it is on the page', async () => {
    const output = await runExample(example);
    if (example.language === 'ts') expect(output).toMatch(/acme\.com|PUT done, \d+ requests left/);
    else expect(JSON.parse(output)).toMatchObject({ success: true });
  });
});

test('there are examples in both languages, and a wrong key fails them', async () => {
  expect(examples.map(({ language }) => language).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'sh'),
    ...Array.from({ length: 2 }, () => 'ts'),
  ]);
  const right = environment['KEY'] ?? '';
  environment['KEY'] = `${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}`;
  const outcomes = await Promise.allSettled(
    examples
      .filter(({ language }) => hasCurl || language === 'ts')
      .slice(0, 1)
      .map(runExample),
  );
  environment['KEY'] = right;
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected']);
});

test('the table of scopes is that of the contract', () => {
  const rows = [...page.matchAll(/^\| `(\w+:\w+)`\s*\| (.*?)\s*\|$/gm)].map(
    ([, scope = '', what = '']) => [scope, what],
  );
  expect(Object.fromEntries(rows)).toEqual(scopes);
});
