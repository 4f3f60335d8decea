import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

const KEY = ['import-wizard', 'selection'];

export type Selection = ReadonlySet<string>;
export type ChangeSelection = (change: (selected: Selection) => Iterable<string>) => void;

/**
 * The domains that the user has selected. Stored with the session's data as well, so that they are
 * still picked after going back a step or leaving the wizard for a while.
 */
export function useSelection(): [selected: Selection, change: ChangeSelection] {
  const client = useQueryClient();
  const [selected, setSelected] = useState(() => kept(client));
  const change = useCallback<ChangeSelection>(
    (make) => {
      const next = new Set(make(kept(client)));
      // At once, and not as an effect: after an import the step is gone before any would run.
      client.setQueryDefaults(KEY, { gcTime: Infinity });
      client.setQueryData(KEY, next);
      setSelected(next);
    },
    [client],
  );
  return [selected, change];
}

const kept = (client: QueryClient): Selection => client.getQueryData(KEY) ?? new Set();
