import { expect, test } from 'vitest';
import { splitQuotedText } from './quoted-text.ts';

const kinds = (text: string) => splitQuotedText(text).map(({ kind }) => kind);

test('a mail without a quotation is one part', () => {
  expect(splitQuotedText('Hello\n\nBye')).toEqual([{ kind: 'own', text: 'Hello\n\nBye' }]);
});

test('the line that introduces a quotation belongs to it', () => {
  expect(splitQuotedText('Yes.\n\nOn Tue, Nov 17, 2026, Ada wrote:\n> Shall we?\n> Soon?')).toEqual(
    [
      { kind: 'own', text: 'Yes.\n' },
      { kind: 'quoted', text: 'On Tue, Nov 17, 2026, Ada wrote:\n> Shall we?\n> Soon?' },
    ],
  );
});

test('an introduction on two lines and above an empty line too', () => {
  const text =
    'Yes.\nOn Tue, Nov 17, 2026 at 9:15 AM Ada Okafor\n<ada@acme.example> wrote:\n\n> Hi';
  expect(splitQuotedText(text)[1]?.text.startsWith('On Tue')).toBe(true);
});

test('replies between quotations belong to the sender', () => {
  expect(kinds('> One?\nYes.\n> Two?\nNo.')).toEqual(['quoted', 'own', 'quoted', 'own']);
});

test('everything below Original Message is quoted', () => {
  expect(kinds('Fine.\n-----Original Message-----\nFrom: Ada\n\nShall we?')).toEqual([
    'own',
    'quoted',
  ]);
});

test('a sentence that ends in "wrote:" without a quotation is the sender’s own', () => {
  expect(kinds('As she wrote:\nBe brief.')).toEqual(['own']);
});

test('nothing is lost', () => {
  const text = 'a\n\n> b\nc wrote:\n> d\n\n';
  expect(
    splitQuotedText(text)
      .map((part) => part.text)
      .join('\n'),
  ).toBe(text);
});
