import { readFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@repo/contract/endpoints';
import { expect, test } from 'vitest';

const source = ['', '-accounts', '-factors', '-integrations', '-workspace']
  .map((part) => `member-round${part}.ts`)
  .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
  .join('\n')
  // Expands the `${of}` in the paths of a person in member-round-workspace.ts.
  .replaceAll('${of}', '/api/workspaces/{workspaceId}/people/{personId}')
  .replaceAll('`', "'");

test('the member whose requests are timed makes every request that a member can make', () => {
  const missing = Object.entries(endpoints)
    .filter(([name, { access }]) => access === 'person' && !source.includes(`'${name}'`))
    .map(([name]) => name);
  expect(missing).toEqual([]);
});
