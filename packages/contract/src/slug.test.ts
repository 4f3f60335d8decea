import { expect, test } from 'vitest';
import { limits } from './limits.ts';
import { organizationSlugProblem, workspaceSlugProblem } from './slug.ts';

test.each(['a', '7', 'acme', 'acme-2', 'a--b', 'x'.repeat(limits.slugLength)])(
  '%s is one',
  (slug) => {
    expect(workspaceSlugProblem(slug)).toBeUndefined();
    expect(organizationSlugProblem(slug)).toBeUndefined();
  },
);

test.each(['Acme', 'ac me', '-acme', 'acme-', 'äcme', 'a.b', 'a/b', 'a_b', 'acme\n'])(
  '%j is none',
  (slug) => {
    expect(workspaceSlugProblem(slug)).toMatch(/^Slug must be lower-case/);
  },
);

test('an empty and an overlong one have different messages', () => {
  expect(workspaceSlugProblem('')).toBe('Slug is required');
  expect(workspaceSlugProblem('x'.repeat(limits.slugLength + 1))).toBe(
    `Slug must be at most ${limits.slugLength} characters`,
  );
});

test('a reserved one is refused to organizations alone', () => {
  expect(organizationSlugProblem('admin')).toBe('The slug "admin" is reserved');
  expect(workspaceSlugProblem('admin')).toBeUndefined();
});
