import { useState } from 'react';
import { readJson, writeJson } from '../../lib/storage.ts';
import { useMediaQuery, WIDE } from '../../lib/hooks/use-media-query.ts';

const KEY = 'ui.information_panel';

/**
 * Whether the information panel is open. Beside the feed it is visible at first and remembered;
 * where it would cover the feed it opens only when asked for.
 */
export function useInformationPanel(): [open: boolean, setOpen: (open: boolean) => void] {
  const isWide = useMediaQuery(WIDE);
  const [beside, setBeside] = useState(() => readJson(KEY, (value) => value === true) ?? true);
  const [over, setOver] = useState(false);
  const set = (open: boolean) => {
    if (!isWide) {
      setOver(open);
      return;
    }
    setBeside(open);
    writeJson(KEY, open);
  };
  return [isWide ? beside : over, set];
}
