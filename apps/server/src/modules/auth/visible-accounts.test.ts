import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const modules = path.join(import.meta.dirname, '..');

/** The tables that are published in workspaces. */
const published =
  /\b(workspace_accounts|listed_accounts|account_(activities|activity_contributors|contributors|days|message_refs)|workspace_changes)\b/;

/**
 * Files that name memberships next to published rows, with the reason why they are not access
 * checks.
 */
const exceptions: Record<string, string> = {
  'accounts/list/list-account-people.ts':
    'lists the contributors who are still members; the route has checked the reader',
  'accounts/editing/note-versions.ts': 'names writers who have left without their address',
  'hand-overs/plan-leaving.ts':
    'counts what a member would leave, for who manages the workspace; names accounts to members alone',
  'personal-data/own-export/exported-files.ts':
    'finds what members publish themselves, in the workspaces that they belong to',
  'personal-data/workspace-file/moved-tables.ts':
    'lists the tables of a file that operators move to another server; no user reads it',
  'personal-data/workspace-file/shown-tables.ts':
    'lists the tables of the download of an owner, whom the route has checked',
};

const textOf = (file: string) =>
  readFileSync(path.join(modules, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');

test('no other place decides by memberships who may see an account', () => {
  const found = globSync('**/*.ts', { cwd: modules }).filter(
    (file) => !/\.(test|fixture)\.ts$/.test(file) && file !== 'auth/visible-accounts.ts',
  );
  const deciding = found.filter((file) => {
    const text = textOf(file);
    return /\bmemberships\b/.test(text) && published.test(text);
  });
  expect(found.length).toBeGreaterThan(100);
  expect(deciding.sort()).toEqual(Object.keys(exceptions).sort());
});

test('no other place reads sessions beside accounts', () => {
  const deciding = globSync('**/*.ts', { cwd: modules }).filter(
    (file) =>
      !file.endsWith('.test.ts') && !file.startsWith('auth/') && /sessionInUse/.test(textOf(file)),
  );
  expect(deciding).toEqual([]);
});
