import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Most words of the pages that a newcomer reads first. Details have pages of their own in docs. */
const maxWords = {
  'README.md': 350,
  'CONTRIBUTING.md': 600,
  'docs/benchmarks.md': 600,
  'docs/operations.md': 1500,
};

test.each(Object.entries(maxWords))('%s has at most %i words', (page, limit) => {
  const text = readFileSync(path.join(import.meta.dirname, '..', page), 'utf8');
  expect(text.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(limit);
});
