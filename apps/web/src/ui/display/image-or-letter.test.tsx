import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Favicon } from './favicon.tsx';
import { initial, initials } from './image-or-letter.tsx';

test.each([
  ['ada', 'A'],
  ['  élan', 'É'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧'],
  ['שלום', 'ש'],
  ['   ', '?'],
])('the first letter of %j is %j', (name, letter) => {
  expect(initial(name)).toBe(letter);
});

test.each([
  ['Ada Okafor', 'AO'],
  ['Ada de la Cruz', 'AC'],
  ['ada.okafor@acme.com', 'AO'],
  ['ada', 'A'],
  ['@acme', '@'],
  ['  ', '?'],
  ['Élan 👩‍👩‍👧', 'É👩‍👩‍👧'],
])('the initials of %j are %j', (name, shown) => {
  expect(initials(name)).toBe(shown);
});

test('an image that fails gives way to the letter, and a new image gets its chance', () => {
  const { container, rerender } = render(<Favicon name="Example" src="/missing.png" />);
  const image = () => container.querySelector('img');
  expect(image()?.className).toContain('invisible');
  fireEvent.error(image() ?? container);
  expect(image()).toBeNull();
  const letter = container.querySelector('[data-text]');
  expect(letter?.getAttribute('data-text')).toBe('E');
  expect(container.textContent).toBe('');
  rerender(<Favicon name="Example" src="/there.png" />);
  expect(image()?.getAttribute('src')).toBe('/there.png');
  fireEvent.load(image() ?? container);
  expect(image()?.className).not.toContain('invisible');
});
