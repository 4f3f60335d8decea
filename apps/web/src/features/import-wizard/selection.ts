import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

const KEY = ['import-wizard', 'selection'];

/**
 * The domains that the person has picked. Kept beside the session's data as well, so that they are
 * still picked after going back a step or leaving the wizard for a while.
 */
export function useSelection(): [
  selected: ReadonlySet<string>,
  setSelected: (domains: Iterable<string>) => void,
] {
  const client = useQueryClient();
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => client.getQueryData(KEY) ?? new Set(),
  );
  const keep = (domains: Iterable<string>) => {
    const next = new Set(domains);
    setSelected(next);
    client.setQueryData(KEY, next);
  };
  return [selected, keep];
}
