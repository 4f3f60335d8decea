import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { mail, makePeopleWorkspace } from '#modules/accounts/people/people.fixture.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { runCommandLine } from './run-command-line.ts';

let app: TestApp;
const contact = { name: 'Noa Birkenfeld', email: 'noa@acme.com' };
beforeAll(async () => {
  app = await createTestApp();
  const { ann } = await makePeopleWorkspace(app);
  await tracking(app).capture(ann, [mail(1, contact, [ann.email])]);
});
afterAll(() => app.close());

const run = (...args: string[]) =>
  runCommandLine(['erase', ...args], {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.context.config.dataDir,
  });

test('says what is stored, erases it, and finds nothing afterwards but what is in files', async () => {
  const folder = path.join(app.context.config.dataDir, 'mail');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'one.eml'), `To: ${contact.email.toUpperCase()}`);
  const before = await run('--check', contact.email);
  expect(before.output).toContain('table captured_activities: 1');
  expect((await run('--address', contact.email)).output).toContain('captured_activities: 1');
  const after = await run('--check', contact.email, '--text', contact.name);
  expect(after.output).toBe('This is left, also within longer addresses:\n  file mail/one.eml: 1');
});

test('needs one of both options', async () => {
  expect((await run()).complaint).toContain('Give either --address or --check.');
});
