import { scopes } from '@repo/contract/scopes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { insertApiKey } from './insert-api-key.ts';
import { canRun, examplesOf, readPage, runExample } from './page-examples.ts';
import { shareWithColleague } from './rights/shared-at-level.ts';

const page = await readPage('api-keys.md');
const examples = examplesOf(page);

/** The pages for topics of the API, with what each of their examples prints. */
const topics = {
  'api/writing.md': [/"isNew":true/, /isNew: true/, /'isNew': True/],
  'api/client.md': [/^Umbrella is one of \d+ accounts$/m],
  'api/following-changes.md': [/"success":true/, /\d+ accounts/, /\d+ activities/],
};
const topicExamples = (
  await Promise.all(
    Object.entries(topics).map(async ([name, outputs]) =>
      examplesOf(await readPage(name)).map((example, at) => ({
        ...example,
        name: `${name}, ${example.name}`,
        output: outputs[at] ?? /an output that the test expects/,
      })),
    ),
  )
).flat();

let app: TestApp;
let environment: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  const { bob, workspaceId, accountId } = await shareWithColleague(app);
  const { key } = await insertApiKey(app.db, bob.id);
  const address = await app.app.listen({ host: '127.0.0.1', port: 0 });
  environment = { TRACKER: address, KEY: key, WORKSPACE: workspaceId, ACCOUNT: accountId };
});
afterAll(() => app.close());

describe.each(examples)('$name ($language)', (example) => {
  test.skipIf(!canRun(example))('works as it is on the page', async () => {
    const output = await runExample(example, environment);
    if (example.language === 'ts') expect(output).toMatch(/acme\.com|PUT done, \d+ requests left/);
    else expect(JSON.parse(output)).toMatchObject({ success: true });
  });
});

describe.each(topicExamples)('$name ($language)', (example) => {
  test.skipIf(!canRun(example))('works as it is on the page', async () => {
    expect(await runExample(example, environment)).toMatch(example.output);
  });
});

test('there are examples in both languages, and a wrong key fails them', async () => {
  expect(examples.map(({ language }) => language).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'sh'),
    ...Array.from({ length: 2 }, () => 'ts'),
  ]);
  const right = environment['KEY'] ?? '';
  const KEY = `${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}`;
  for (const example of [...examples.slice(0, 1), ...topicExamples.slice(0, 1)].filter(canRun)) {
    await expect(runExample(example, { ...environment, KEY })).rejects.toThrow(
      /401|Unauthorized|checksum/,
    );
  }
});

test('the table of scopes is that of the contract', () => {
  const rows = [...page.matchAll(/^\| `(\w+:\w+)`\s*\| (.*?)\s*\|$/gm)].map(
    ([, scope = '', what = '']) => [scope, what],
  );
  expect(Object.fromEntries(rows)).toEqual(scopes);
});
