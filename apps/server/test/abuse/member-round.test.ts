import { readFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@repo/contract/endpoints';
import { expect, test } from 'vitest';

const source = ['member-round.ts', 'member-round-accounts.ts']
  .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
  .join('\n')
  // Expands the `${of}` with which member-round.ts writes the paths of a user.
  .replaceAll('${of}', '/api/workspaces/{workspaceId}/people/{personId}')
  .replaceAll('`', "'");

test('the member whose requests are timed makes every request that a member can make', () => {
  const missing = Object.entries(endpoints)
    .filter(([name, { access }]) => access === 'person' && !source.includes(`'${name}'`))
    .map(([name]) => name);
  expect(missing).toEqual([]);
});
