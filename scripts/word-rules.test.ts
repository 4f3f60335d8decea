import { expect, it } from 'vitest';
import { findWordProblems, wordsOf } from './word-rules.ts';

const uses = (file: string, text: string) =>
  findWordProblems(file, text).map(({ line, use }) => [line, use]);

it.each([
  ['useFocusHeir', 'use focus heir'],
  ['use-focus-heir', 'use focus heir'],
  ['LONGEST_WAIT_MS', 'longest wait ms'],
])('splits %s into words', (name, words) => {
  expect(wordsOf(name)).toBe(words);
});

it('rejects the name of a file', () => {
  expect(uses('apps/web/src/lib/use-focus-heir.ts', '')).toEqual([[1, 'focus fallback']]);
});

it('rejects a declared name, and leaves names of libraries alone', () => {
  expect(uses('a.ts', 'const x = 1;\nconst mostItems = library.mostItems(x);')).toEqual([
    [2, 'MAX_…, MIN_…'],
  ]);
  expect(uses('a.ts', 'library.mostItems();')).toEqual([]);
});

it('rejects a word in names that comments may use', () => {
  const text = '// Restarts with the watcher.\nconst watchers = new Set();';
  expect(uses('a.ts', text)).toEqual([[2, 'subscriber, observer, handler']]);
});

it('rejects the word of many meanings, not what contains it', () => {
  const use = 'workspace, position, cursor, location';
  expect(uses('a.ts', 'const place = readPlace(token);')).toEqual([[1, use]]);
  expect(uses('a.ts', 'const placeholder = 1;\nfunction moveIntoPlace() {}')).toEqual([]);
});

it.each(['// Ask whoever has it.', '/** Ask whoever has it. */', ' * Ask whoever has it.'])(
  'rejects a comment: %s',
  (comment) => {
    expect(uses('a.ts', comment)).toEqual([[1, 'a noun: the user, the client, the caller']]);
  },
);

it('applies some rules to clients and documents only', () => {
  const comment = '// The total stands under the list.';
  expect(uses('apps/web/src/a.ts', comment)).toHaveLength(1);
  expect(uses('docs/a.md', 'It stands in the table.')).toHaveLength(1);
  expect(uses('apps/server/src/a.ts', comment)).toEqual([]);
});

it('rejects in strings only what is never right', () => {
  expect(uses('a.ts', "const text = 'no trouble';")).toEqual([]);
  expect(uses('a.ts', 'const text = `${1} is mended`;')).toEqual([[1, 'repair']]);
  expect(uses('a.tsx', 'const text = <p>Mend it.</p>;')).toEqual([[1, 'repair']]);
});

it('reads documents outside of code blocks', () => {
  expect(uses('docs/a.md', 'One.\n\nIt is mended.\n')).toEqual([[3, 'repair']]);
  expect(uses('docs/a.md', '```\nmended\n```\n')).toEqual([]);
});

it('ignores the words that the glossary lists as not used', () => {
  const row = '| Failed item | An item that could not be read | set aside |';
  expect(uses('docs/GLOSSARY.md', row)).toEqual([]);
  expect(uses('docs/other.md', row)).toHaveLength(1);
});

it.each([
  ['/** Nobody reads it. */', 'someone, no one, or a noun: the user, all members'],
  ['// The user `nobody`.', undefined],
  ['/** Answers its id. */', 'returns, responds with'],
  ['// A back-up.', 'backup'],
  ['// Left as it stands.', 'as it is, unchanged'],
])('rejects words of an older style: %s', (comment, use) => {
  expect(findWordProblems('a.ts', comment)[0]?.use).toBe(use);
});

it('rejects a comment of the product that begins with a clause or refers to the one above', () => {
  for (const comment of ['/** What users read. */', '  /** The same for a list. */']) {
    expect(uses('apps/web/src/lib/a.ts', comment)).toHaveLength(1);
    expect(uses('packages/domain/src/a.ts', comment)).toHaveLength(1);
    expect(uses('apps/web/src/lib/a.test.ts', comment)).toEqual([]);
  }
  expect(uses('apps/web/src/lib/a.ts', '/** The text that users read. */')).toEqual([]);
});
