import { expect, test } from 'vitest';
import { namedPeople } from './named-people.ts';
import { parseSearch } from './search-query.ts';

/** People who count how many of them are looked at. */
function makeCrowd(size: number) {
  const seen = new Set<number>();
  const people = Array.from({ length: size }, (_, index) => ({
    get name() {
      seen.add(index);
      return `Person ${index}`;
    },
    email: `p${index}@acme.com`,
    role: 'to' as const,
  }));
  return { people, seen };
}

const textsOf = (...args: Parameters<typeof namedPeople>) =>
  namedPeople(...args).map(({ text }) => text);

test('looks at no more people than it needs', () => {
  const { people, seen } = makeCrowd(1_000);
  expect(textsOf(people, parseSearch('acme'))).toEqual([
    'Person 0 <p0@acme.com>',
    'Person 1 <p1@acme.com>',
    'Person 2 <p2@acme.com>',
    'Person 3 <p3@acme.com>',
  ]);
  expect(seen.size).toBe(4);
});

test('looks at 50 at most, with those who were searched for first', () => {
  const { people, seen } = makeCrowd(1_000);
  expect(textsOf(people, parseSearch('p49')).slice(0, 2)).toEqual([
    'Person 0 <p0@acme.com>',
    'Person 49 <p49@acme.com>',
  ]);
  expect(textsOf(people, parseSearch('p50'))).toHaveLength(4);
  expect(seen.size).toBe(50);
});

test('cuts long names and addresses', () => {
  const person = { name: 'n'.repeat(320), email: 'e'.repeat(640), role: 'from' as const };
  expect(textsOf([person], parseSearch('x'))).toEqual([`${'n'.repeat(100)} <${'e'.repeat(320)}>`]);
});
