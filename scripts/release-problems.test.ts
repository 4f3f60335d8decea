import { expect, test } from 'vitest';
import { findReleaseProblems } from './release-problems.ts';

const ready = {
  version: '0.2.0',
  workspaceVersions: { 'apps/server': '0.2.0' },
  changelog: '# Changelog\n\n## 0.2.0 (2026-01-31)\n\nNew.\n\n## 0.1.0 (2026-01-01)\n',
  changes: '',
  tags: ['v0.1.0'],
};

test('a state that can be released has none', () => expect(findReleaseProblems(ready)).toEqual([]));

test.each([
  [
    { changelog: '# Changelog\n\n## 0.1.0 (2026-01-01)\n' },
    'The first heading of CHANGELOG.md is for 0.1.0, package.json says 0.2.0: make them the same.',
  ],
  [
    { changelog: '## 0.2.0 (not released yet)\n' },
    'CHANGELOG.md gives 0.2.0 no date: write the day of the release in its heading, as "## 0.2.0 (2026-01-31)".',
  ],
  [
    { workspaceVersions: { 'apps/web': '0.1.0', demo: '0.2.0' } },
    'apps/web has version 0.1.0: set it to 0.2.0.',
  ],
  [{ tags: ['v0.2.0'] }, 'v0.2.0 is released already: raise the version in package.json.'],
  [{ changes: ' M README.md' }, 'There are changes that are not committed: commit them.'],
])('says of %j what to do', (changed, problem) =>
  expect(findReleaseProblems({ ...ready, ...changed })).toEqual([problem]),
);
