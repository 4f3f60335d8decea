import { organizationSlugProblem } from '@repo/contract/slug';
import { expect, test } from 'vitest';
import { slugify } from './slugify.ts';

test.each([
  ['Acme Corporation', 'acme-corporation'],
  ['  Größe & Übersicht! ', 'grosse-ubersicht'],
  ['Ærø Łódź', 'aero-lodz'],
  ['--A--', 'a'],
  ['株式会社', ''],
  ['', ''],
])('%j becomes %j', (name, slug) => {
  expect(slugify(name)).toBe(slug);
});

test('what it gives is a slug, also where it is cut', () => {
  const slug = slugify('long name '.repeat(20));
  expect(organizationSlugProblem(slug)).toBeUndefined();
});
