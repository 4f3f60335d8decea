import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findHouseProblems, houseRules, type SourceFile } from './house-rules.ts';
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
