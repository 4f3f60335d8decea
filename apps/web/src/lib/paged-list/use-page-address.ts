import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SEARCH_DEBOUNCE_MS } from '../../ui/feedback/timings.ts';
import { useDebouncedValue } from '../hooks/use-debounced-value.ts';

/**
 * The page and the search of a list, stored in the address: `?page=2&search=maya`. A search starts
 * after a pause in typing, on page 1.
 */
export function usePageAddress() {
  const [params, setParams] = useSearchParams();
  const search = (params.get('search') ?? '').trim();
  const page = readPage(params.get('page'));
  const [text, setText] = useState(search);
  const settled = useDebouncedValue(text, SEARCH_DEBOUNCE_MS);
  const written = useRef(search);

  useEffect(() => {
    const next = settled.trim();
    if (settled !== text || next === written.current) return;
    written.current = next;
    setParams((before) => withSearch(before, next), { replace: true, preventScrollReset: true });
  }, [settled, text, setParams]);

  useEffect(() => {
    if (search === written.current) return;
    // The address changed by other means: the back button, or a link to this page.
    written.current = search;
    setText(search);
  }, [search]);

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
