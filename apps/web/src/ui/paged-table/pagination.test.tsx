import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Pagination } from './pagination.tsx';

const show = (page: number, lastPage: number, showsSinglePage = false) =>
  render(
    <Pagination
      shown={3}
      total={3}
      noun={['person', 'people']}
      search=""
      page={page}
      lastPage={lastPage}
      showsSinglePage={showsSinglePage}
      onPage={() => {}}
    />,
  );

test('a list of one page has its count and no buttons', () => {
  show(1, 1);
  expect(screen.getByText('Showing 3 of 3 people')).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByText(/^Page /)).toBeNull();
});

test.each([
  [1, 2],
  [2, 2],
  // Fewer pages than before: the way back stays.
  [2, 1],
])('page %i of %i has them', (page, lastPage) => {
  show(page, lastPage);
  expect(screen.getByRole('navigation', { name: 'Pages' })).toBeTruthy();
  expect(screen.getByText(`Page ${page} of ${lastPage}`)).toBeTruthy();
});

test('a list whose footer the specification describes always has them', () => {
  show(1, 1, true);
  expect(screen.getByText('Page 1 of 1')).toBeTruthy();
  expect(screen.getAllByRole('button')).toHaveLength(2);
});
