import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { useSearchText } from './use-search-text.ts';

/**
 * The page and the search of a list, stored in the address: `?page=2&search=maya`. A search starts
 * after a pause in typing, on page 1.
 */
export function usePageAddress() {
  const [params, setParams] = useSearchParams();
  const search = (params.get('search') ?? '').trim();
  const page = readPage(params.get('page'));
  const { text, setText } = useSearchText(
    search,
    useCallback(
      (next: string) =>
        setParams((before) => withSearch(before, next), {
          replace: true,
          preventScrollReset: true,
        }),
      [setParams],
    ),
  );

  const goTo = useCallback(
    (next: number, options?: { replace: boolean }) =>
      setParams((before) => withPage(before, next), { preventScrollReset: true, ...options }),
    [setParams],
  );

  return { page, search, text, setText, goTo };
}

/** A whole number from 1; anything else in an address counts as 1. */
function readPage(text: string | null): number {
  const page = /^\d{1,7}$/.test(text ?? '') ? Number(text) : 1;
  return Math.max(1, page);
}

function withSearch(before: URLSearchParams, search: string): URLSearchParams {
  const next = new URLSearchParams(before);
  next.delete('page');
  if (search === '') next.delete('search');
  else next.set('search', search);
  return next;
}

function withPage(before: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(before);
  if (page === 1) next.delete('page');
  else next.set('page', String(page));
  return next;
}
