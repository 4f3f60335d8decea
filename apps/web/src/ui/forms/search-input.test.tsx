import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { SearchInput } from './search-input.tsx';

function Search() {
  const [value, setValue] = useState('');
  return <SearchInput placeholder="Search things..." value={value} onValueChange={setValue} />;
}

test('the clear button empties it and keeps the focus in it', async () => {
  render(<Search />);
  const input = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search things...' });
  expect(screen.queryByRole('button')).toBeNull();
  await userEvent.type(input, 'abc');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(input.value).toBe('');
  expect(document.activeElement).toBe(input);
});

test('Escape empties it first and is then left to what is around it', async () => {
  let escapes = 0;
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') escapes += 1;
  });
  render(<Search />);
  const input = screen.getByRole<HTMLInputElement>('searchbox');
  await userEvent.type(input, 'abc{Escape}');
  expect([input.value, escapes]).toEqual(['', 0]);
  await userEvent.keyboard('{Escape}');
  expect(escapes).toBe(1);
});
