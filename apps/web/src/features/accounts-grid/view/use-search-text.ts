import { useEffect, useRef, useState } from 'react';
import { useDebouncedValue } from '../../../lib/hooks/use-debounced-value.ts';
import { SEARCH_DEBOUNCE_MS } from '../../../ui/feedback/timings.ts';

/**
 * What stands in the search box: ahead of the search while typing, with it when it changes
 * elsewhere.
 */
export function useSearchText(
  search: string,
  onSearch: (search: string) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  if (search !== known) {
    setKnown(search);
    if (search !== text.trim()) setText(search);
  }
  const settled = useDebouncedValue(text, SEARCH_DEBOUNCE_MS);
  const sent = useRef(settled);
  useEffect(() => {
    if (sent.current === settled) return;
    sent.current = settled;
    onSearch(settled.trim());
  }, [settled, onSearch]);
  return [text, setText];
}
