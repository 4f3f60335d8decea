import { failureMessage } from '../api/api-error.ts';

export type Failed<Item> = { item: Item; reason: string };

export type BulkOutcome<Item, Done> = {
  done: Done[];
  failed: Failed<Item>[];
  /** The items that were not tried, because the run was stopped. */
  left: number;
};

export type PartOutcome<Item, Done> = { done: readonly Done[]; failed: readonly Failed<Item>[] };

type Options<Item, Done> = {
  partSize: number;
  /** Parts that are sent at the same time. */
  parallel: number;
  /** Does a part; it rejects where the whole part has failed. */
  act: (part: readonly Item[]) => Promise<PartOutcome<Item, Done>>;
  /** Whether the parts after a failed one would fail for the same reason. */
  isFinal: (error: unknown) => boolean;
  /** Stops before the next part; the current part is awaited. */
  signal: AbortSignal;
  /** Receives the number of items that were tried. */
  onProgress: (count: number) => void;
};

/** Does the same to many items, in parts, and goes on after a part that fails. Does not reject. */
export async function runInParts<Item, Done>(
  items: readonly Item[],
  { partSize, parallel, act, isFinal, signal, onProgress }: Options<Item, Done>,
): Promise<BulkOutcome<Item, Done>> {
  const outcome: BulkOutcome<Item, Done> = { done: [], failed: [], left: 0 };
  let next = 0;
  let handled = 0;
  let end: { reason: string } | undefined;
  const fail = (part: readonly Item[], reason: string) => {
    for (const item of part) outcome.failed.push({ item, reason });
  };
  const work = async () => {
    while (next < items.length && !signal.aborted && end === undefined) {
      const part = items.slice(next, next + partSize);
      next += part.length;
      try {
        const { done, failed } = await act(part);
        outcome.done.push(...done);
        outcome.failed.push(...failed);
      } catch (error) {
        const reason = failureMessage(error, 'Please try again.');
        fail(part, reason);
        if (isFinal(error)) end = { reason };
      }
      handled += part.length;
      onProgress(handled);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  const rest = items.slice(next);
  if (end !== undefined && !signal.aborted) fail(rest, end.reason);
  else outcome.left = rest.length;
  return outcome;
}

/** Groups the failures by reason, the most frequent first, with the names of the first few. */
export function failuresByReason<Item>(
  failed: readonly Failed<Item>[],
  nameOf: (item: Item) => string,
  named = 5,
): { reason: string; names: string[]; others: number }[] {
  return [...Map.groupBy(failed, ({ reason }) => reason)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([reason, ofReason]) => ({
      reason,
      names: ofReason.slice(0, named).map(({ item }) => nameOf(item)),
      others: Math.max(0, ofReason.length - named),
    }));
}
