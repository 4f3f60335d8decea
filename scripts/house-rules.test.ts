import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findHouseProblems, findLongFiles, houseRules, type SourceFile } from './house-rules.ts';
import { trackedFiles } from './tracked-files.ts';

describe.each(houseRules)('$name', (rule) => {
  const allowed: SourceFile[] = rule.allowed.map((location) => ({
    file: location.endsWith('/') ? `${location}part.ts` : location,
    text: rule.example,
  }));

  test('its example is found in every other file of its area', () => {
    const others = trackedFiles().filter(
      (file) =>
        rule.files.test(file) && !rule.allowed.some((location) => file.startsWith(location)),
    );
    expect(others.length).toBeGreaterThan(0);
    const planted = others.map((file) => ({ file, text: `const one = 1;\n${rule.example}\n` }));
    const problems = findHouseProblems([rule], [...allowed, ...planted]);
    expect(problems).toHaveLength(others.length);
    expect(problems[0]).toBe(`${others[0]}:2: ${rule.name} – ${rule.instead}`);
  });

  test('its example is accepted where it belongs, which must have it', () => {
    expect(findHouseProblems([rule], allowed)).toEqual([]);
    expect(findHouseProblems([rule], [])).toHaveLength(rule.allowed.length);
  });

  test('the repository follows it', () => {
    const sources = trackedFiles()
      .filter((file) => rule.files.test(file))
      .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
    expect(findHouseProblems([rule], sources)).toEqual([]);
  });
});

test('a file with more than 300 lines is found, unless it is a test or an exception', () => {
  const lines = (file: string, count: number) => ({ file, text: 'const one = 1;\n'.repeat(count) });
  const sources = [
    lines('apps/web/src/a.ts', 301),
    lines('apps/web/src/b.ts', 300),
    lines('apps/web/src/c.test.ts', 301),
    lines('apps/web/src/known.ts', 301),
  ];
  expect(findLongFiles(sources, { 'apps/web/src/known.ts': 'a table' })).toEqual([
    'apps/web/src/a.ts: has more than 300 lines – divide it by what it is about',
  ]);
  expect(findLongFiles([], { 'apps/web/src/known.ts': 'a table' })).toEqual([
    'apps/web/src/known.ts: is not too long – remove it from longFiles in house-rules.ts',
  ]);
});
