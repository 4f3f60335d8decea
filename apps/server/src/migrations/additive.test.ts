import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Before the first release there was no version that could run beside the next one. */
const lastBeforeRelease = '0008';

/**
 * Statements that would break a running process of the previous version. A column or table that is
 * no longer used is dropped one release later, in a migration whose name ends with `-remove`.
 */
const breaking: [RegExp, string][] = [
  [/drop\s+(table|column|view|function|trigger|type)\b/i, 'drops what the version before may use'],
  [/\brename\b/i, 'renames what the version before may use'],
  [/alter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i, 'changes the type of a column'],
  [/set\s+not\s+null/i, 'refuses rows that the version before writes'],
  [
    /add\s+column\s+(?:if\s+not\s+exists\s+)?\w+(?:(?!default|generated)[^,;`'])*not\s+null(?:(?!default|generated)[^,;`'])*(?:[,;`']|$)/i,
    'adds a column that the version before does not fill',
  ],
];

const problemsOf = (text: string): string[] =>
  breaking.flatMap(([pattern, what]) => (pattern.test(withoutComments(text)) ? [what] : []));

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|--[^\n]*|^\s*\/\/[^\n]*/gm, '');

const later = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    path.basename(file) > lastBeforeRelease &&
    /^\d{4}-.*(?<!-remove|\.test)\.ts$/.test(path.basename(file)),
);

test('a migration only adds, so that the version before runs on beside it', () => {
  const found = later.flatMap((file) =>
    problemsOf(readFileSync(path.join(import.meta.dirname, file), 'utf8')).map(
      (problem) => `${file} ${problem}`,
    ),
  );
  expect(found).toEqual([]);
  expect(later.length).toBeGreaterThan(40);
});

test.each([
  ['alter table users drop column name', 1],
  ['alter table users rename column name to title', 1],
  ['alter table users alter column name type varchar(20)', 1],
  ['alter table users add column size integer not null', 1],
  ["alter table users add column size integer not null,\n add column kind text default ''", 1],
  ['alter table users alter column name set not null', 1],
  ["alter table users add column kind text not null default 'a'", 0],
  ['alter table users add column note text', 0],
  ['create table notes (id uuid primary key, text text not null)', 0],
  ['-- instead of drop table\ncreate index notes_text on notes (text)', 0],
])('%s: %i problems', (statement, count) => {
  expect(problemsOf(`\`${statement}\``)).toHaveLength(count);
});
