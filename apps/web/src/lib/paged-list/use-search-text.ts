import { useCallback, useEffect, useRef, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#ui/feedback/timings.ts';
import { useDebouncedValue } from '../hooks/use-debounced-value.ts';

/**
 * The text of a search field that is stored in the address after a pause in typing.
 *
 * @param stored the trimmed text in the address.
 * @param store writes a trimmed text to the address; the same function each time.
 * @returns the text, its setter, and `markStored` for a caller that writes the text to the address itself.
 */
export function useSearchText(stored: string, store: (text: string) => void) {
  const [text, setText] = useState(stored);
  const settled = useDebouncedValue(text, SEARCH_DEBOUNCE_MS);
  const written = useRef(stored);

  useEffect(() => {
    const next = settled.trim();
    if (settled !== text || next === written.current) return;
    written.current = next;
    store(next);
  }, [settled, text, store]);

  useEffect(() => {
    if (stored === written.current) return;
    // The address changed by other means: the back button, or a link to this page.
    written.current = stored;
    setText(stored);
  }, [stored]);

  const markStored = useCallback((next: string) => {
    written.current = next;
  }, []);

  return { text, setText, markStored };
}
