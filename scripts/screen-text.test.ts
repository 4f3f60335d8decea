import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

// Names and commands are in title case: docs/GLOSSARY.md, "Words on the screen".

/** The parts of a component that are names or commands; `children` is the text between its tags. */
const TITLED: Readonly<Record<string, readonly string[]>> = {
  AdminPage: ['title'],
  Button: ['children'],
  Card: ['title'],
  ConfirmDialog: ['title', 'confirmLabel'],
  Dialog: ['title'],
  DialogForm: ['submitLabel'],
  DropdownMenuItem: ['children'],
  PageHeader: ['title'],
  StepLink: ['children'],
  TableCard: ['title'],
};

/** The specification writes these in sentence case: the pages to sign in, and the menu of a column. */
const IN_SENTENCE_CASE =
  /^apps\/web\/src\/(features\/auth\/|dev\/|ui\/data-grid\/header\/|features\/accounts-grid\/columns\/phone-sort-menu)/;

/** The name of a view, whose own names are the members' words. */
const NAMES = new Set(['All accounts']);

const SMALL_WORD = /^(a|an|and|as|at|but|by|for|from|in|into|nor|of|on|or|the|to|with)$/;

function isTitleCase(text: string): boolean {
  const words = text.match(/\p{L}[\p{L}’'-]*/gu) ?? [];
  return words.every(
    (word, index) => /^\p{Lu}/u.test(word) || (index > 0 && SMALL_WORD.test(word)),
  );
}

/** Also a question, and a title around a name. */
const isSentence = (text: string) => /[?{]|\. /.test(text);

function textsIn(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxAttribute(node)) {
      const parts = TITLED[node.parent.parent.tagName.getText()];
      if (parts?.includes(node.name.getText()) && node.initializer)
        found.push(...literalsOf(node.initializer));
    }
    if (
      ts.isJsxElement(node) &&
      TITLED[node.openingElement.tagName.getText()]?.includes('children')
    ) {
      const texts = node.children.filter(
        (child) => !ts.isJsxText(child) || child.text.trim() !== '',
      );
      // Text in several parts is a sentence.
      const spoken = texts.filter((child) => ts.isJsxText(child) || ts.isJsxExpression(child));
      const [only] = spoken;
      if (only !== undefined && spoken.length === 1) found.push(...literalsOf(only));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The texts that an attribute or a child can be. A value within a template is {}. */
function literalsOf(node: ts.Node): string[] {
  if (ts.isJsxText(node)) return [node.text.trim().replaceAll(/\s+/g, ' ')];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [`${node.head.text}{}`];
  if (ts.isConditionalExpression(node))
    return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isJsxExpression(node)) return node.expression ? literalsOf(node.expression) : [];
  return ts.isParenthesizedExpression(node) ? literalsOf(node.expression) : [];
}

test('knows title case', () => {
  expect(isTitleCase('Import Emails from a File')).toBe(true);
  expect(isTitleCase('Set Up an App...')).toBe(true);
  expect(isTitleCase('Clear all')).toBe(false);
  expect(isTitleCase('from a File')).toBe(false);
});

test('buttons, menu items and the headings of pages, cards and dialogs are in title case', () => {
  const wrong = trackedFiles('apps/web/src/*.tsx')
    .filter((file) => !file.endsWith('.test.tsx') && !IN_SENTENCE_CASE.test(file))
    .flatMap((file) =>
      textsIn(file)
        .filter((text) => !isSentence(text) && !NAMES.has(text) && !isTitleCase(text))
        .map((text) => `${file}: ${text}`),
    );
  expect(wrong).toEqual([]);
});
