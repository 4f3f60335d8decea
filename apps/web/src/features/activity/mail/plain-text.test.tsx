import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PlainText } from './plain-text.tsx';

const ORIGINAL = '-----Original Message-----';
const shown = (text: string) => render(<PlainText text={text} />).container.textContent;

test('a quotation loses its marks, and keeps its empty lines and the marks of what it quotes', () => {
  expect(shown(`Yes.\n\n${ORIGINAL}\n\n> one\n\n  >> two\n`)).toBe(
    `Yes.\n\nQuoted text${ORIGINAL}\n\none\n\n> two`,
  );
});

test('a quotation of empty lines alone is no more work than another', () => {
  // Looked at from each of them, they would take minutes.
  expect(shown(`Yes.\n${ORIGINAL}${'\n'.repeat(200_000)}x`)).toHaveLength(200_043);
});

test('thousands of links or quotations are shown as they were written, without elements for each', () => {
  for (const text of ['http://a.example '.repeat(3_000), 'a\n> b\n'.repeat(3_000)]) {
    const { container } = render(<PlainText text={text} />);
    expect(container.textContent).toBe(text);
    expect(container.querySelectorAll('*').length).toBeLessThan(5);
  }
});
