import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { crossingRequests } from './crossing-requests.ts';

const sources = path.join(import.meta.dirname, '../../../src');

// Otherwise a renamed file is noticed on a cluster only.
test('the files that send statements to more than one shard are where the list says', () => {
  const files = Object.values(crossingRequests).flatMap((reasons) => Object.keys(reasons));
  expect(files.filter((file) => !existsSync(path.join(sources, file)))).toEqual([]);
});
