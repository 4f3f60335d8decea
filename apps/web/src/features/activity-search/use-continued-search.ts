import { useEffect, type RefCallback } from 'react';
import { useIsVisible } from '#lib/hooks/use-is-visible.ts';

/** Requests in a row that are made without being asked for; then a button offers to continue. */
export const MAX_CONTINUED = 40;

type Given = {
  /** The pages that were read. The server had not finished some of them. */
  pages: readonly { searchedSince: Date | undefined }[] | undefined;
  isFetching: boolean;
  /** Whether the pages belong to another search, or the last request failed. */
  isStopped: boolean;
  fetchNextPage: (options: { cancelRefetch: boolean }) => unknown;
};

/** Continues a search that the server could not finish in one request, while its end is in view. */
export function useContinuedSearch({ pages = [], isFetching, isStopped, fetchNextPage }: Given): {
  /** Older activities have not been searched yet; undefined for a search that is finished. */
  searchedSince: Date | undefined;
  isContinuing: boolean;
  /** For the element at the end of the results. */
  endRef: RefCallback<Element>;
} {
  const { ref, isVisible } = useIsVisible();
  const searchedSince = pages.at(-1)?.searchedSince;
  const lastFinished = pages.findLastIndex((page) => page.searchedSince === undefined);
  const unfinished = pages.length - 1 - lastFinished;
  const isContinuing =
    searchedSince !== undefined && isVisible && !isStopped && unfinished % MAX_CONTINUED !== 0;
  // After every render: a request can be over before it was rendered as running.
  useEffect(() => {
    if (isContinuing && !isFetching) void fetchNextPage({ cancelRefetch: false });
  });
  return { searchedSince, isContinuing, endRef: ref };
}
