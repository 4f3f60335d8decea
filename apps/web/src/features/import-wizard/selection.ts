import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

const KEY = ['import-wizard', 'selection'];

export type Selection = ReadonlySet<string>;
export type ChangeSelection = (change: (selected: Selection) => Iterable<string>) => void;

/**
 * The domains that the person has picked. Kept beside the session's data as well, so that they are
 * still picked after going back a step or leaving the wizard for a while.
 */
export function useSelection(): [selected: Selection, change: ChangeSelection] {
  const client = useQueryClient();
  const [selected, setSelected] = useState<Selection>(() => client.getQueryData(KEY) ?? new Set());
  const change = useCallback<ChangeSelection>(
    (make) => setSelected((before) => new Set(make(before))),
    [],
  );
  useEffect(() => {
    client.setQueryDefaults(KEY, { gcTime: Infinity });
    client.setQueryData(KEY, selected);
  }, [client, selected]);
  return [selected, change];
}
