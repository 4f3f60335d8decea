import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

interface Step {
  name: string;
  file: string;
  /** The word in this step's file that leads to the next step. */
  link: string;
}

const root = path.join(import.meta.dirname, '..');
const sections = readFileSync(path.join(root, 'docs/ARCHITECTURE.md'), 'utf8').split(/^## /m);

/** The steps of a walk: "1. `name` in `file` does this → `link`". */
function stepsOf(heading: string): Step[] {
  const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const items = section.split(/^\d+\. /m).slice(1);
  return items.map((item) => {
    const text = item.split('\n\n')[0]?.replaceAll(/\s+/g, ' ') ?? '';
    const [, name = '', file = ''] = /^`([^`]+)` in `([^`]+)`/.exec(text) ?? [];
    const [, link = ''] = /→ `([^`]+)`/.exec(text) ?? [];
    return { name, file, link };
  });
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const literal = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const contains = (text: string, word: string) =>
  new RegExp(String.raw`(?<!\w)${literal(word)}(?!\w)`).test(text);
const defines = (text: string, name: string) =>
  new RegExp(String.raw`\b(?:function|const)\s+${literal(name)}\b`).test(text);

describe.each(['From an email to a bubble', 'From a click to the rows'])('%s', (heading) => {
  const steps = stepsOf(heading);

  test('has at most 20 steps', () => {
    expect(steps.length).toBeGreaterThan(5);
    expect(steps.length).toBeLessThanOrEqual(20);
  });

  test.each(steps)('$name is in its file', ({ name, file }) => {
    expect(existsSync(path.join(root, file)), `${file} exists`).toBe(true);
    expect(defines(read(file), name), `${file} defines ${name}`).toBe(true);
  });

  // A link is the next step's name, or something that both files name: a table, an endpoint, a type.
  test.each(steps.slice(0, -1).map((step, index) => ({ step, next: steps[index + 1] })))(
    '$step.name names the next step',
    ({ step, next }) => {
      expect(step.link, 'the step has a link').not.toBe('');
      expect(contains(read(step.file), step.link), `${step.file} names ${step.link}`).toBe(true);
      expect(contains(read(next?.file ?? ''), step.link), `${next?.file} names ${step.link}`).toBe(
        true,
      );
    },
  );
});
