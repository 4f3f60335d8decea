import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { makeTemporaryFolder } from '#test/temporary-folder.ts';
import { makePeopleWorkspace } from '#modules/accounts/people/people.fixture.ts';
import { runCommandLine } from './run-command-line.ts';

let source: TestApp;
let target: TestApp;
let address: string;
const folder = makeTemporaryFolder('workspace-files');
const file = path.join(folder, 'acme.zip');
beforeAll(async () => {
  source = await createTestApp();
  target = await createTestApp();
  const { workspaceId } = await makePeopleWorkspace(source);
  const named = await source.db
    .selectFrom('workspaces')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select(['workspaces.slug', 'organizations.slug as organization'])
    .where('workspaces.id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  address = `${named.organization}/${named.slug}`;
});
afterAll(async () => {
  await source.close();
  await target.close();
});

const cli = ({ databaseUrl }: TestApp, ...args: string[]) =>
  runCommandLine(args, { DATABASE_URL: databaseUrl, DATA_DIR: folder });

test('writes a workspace to a file, and imports it on another server', async () => {
  const exported = await cli(source, 'export-workspace', '--workspace', address, '--file', file);
  expect(exported).toMatchObject({ exitCode: 0, complaint: '' });
  expect(exported.output).toMatch(new RegExp(`^Wrote [0-9,]+ rows of ${address} to ${file}, `));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(existsSync(`${file}.part`)).toBe(false);

  const imported = await cli(target, 'import-workspace', '--file', file);
  expect(imported).toMatchObject({ exitCode: 0, complaint: '' });
  expect(imported.output).toMatch(
    new RegExp(`^Imported [0-9,]+ rows of ${address}\\.\\n.*members have no password here`),
  );
  const entries = await target.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_name', 'scope'])
    .execute();
  expect(entries).toEqual([
    { action: 'workspace.imported', actor_name: 'Command line', scope: address },
  ]);
});

test('a file that is there is not replaced, and a workspace that is not there is named', async () => {
  const again = await cli(source, 'export-workspace', '--workspace', address, '--file', file);
  expect(again).toMatchObject({
    exitCode: 1,
    complaint: `${file} exists already: choose another name.`,
  });
  const absent = await cli(source, 'export-workspace', '--workspace', 'a/b', '--file', file);
  expect(absent).toMatchObject({ exitCode: 1, complaint: 'There is no workspace a/b' });
});
