import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '../../lib/api/api-error.ts';

export type EachOutcome<Item> = {
  /** Those that failed, each with why. */
  failed: { item: Item; reason: string }[];
};

/**
 * Does the same for each of several items, one after the other, and goes on after a failure.
 *
 * @param act resolves when an item is done
 */
export function useEach<Item>(act: (item: Item) => Promise<unknown>, onSettled: () => void) {
  const [done, setDone] = useState(0);
  const all = useMutation({
    mutationFn: async (items: readonly Item[]): Promise<EachOutcome<Item>> => {
      const failed: EachOutcome<Item>['failed'] = [];
      setDone(0);
      for (const [index, item] of items.entries()) {
        try {
          await act(item);
        } catch (error) {
          failed.push({ item, reason: failureMessage(error, 'Try again.') });
        }
        setDone(index + 1);
      }
      return { failed };
    },
    onSettled,
  });
  return { ...all, done };
}
