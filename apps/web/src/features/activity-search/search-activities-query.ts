import type { Highlighted, SearchResult } from '@repo/contract/activity-search';
import type { BusinessDay } from '@repo/domain/time/business-day';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { SHOWS_ACTIVITIES } from '#lib/activities/refresh-activities.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { readList } from '#lib/api/read-list.ts';
import { unusedCursor } from '#lib/api/unused-cursor.ts';
import { readInstant } from '#lib/time/read-instant.ts';
import { boundsOf, type Search } from './search-address.ts';

/** The pages of a search, newest first. */
export const searchActivitiesQuery = (workspaceId: string, search: Search, today: BusinessDay) => {
  const { text, type, contributor, when } = search;
  const query = {
    q: text,
    ...(type !== undefined && { type }),
    ...(contributor !== undefined && { contributor }),
    ...boundsOf(when, today),
  };
  return infiniteQueryOptions({
    meta: SHOWS_ACTIVITIES,
    queryKey: ['activity-search', workspaceId, query],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const page = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/activities/search', {
        params: { workspaceId },
        query: { ...query, ...(pageParam !== undefined && { before: pageParam }) },
        signal,
        // Not retried: a search that timed out would time out again.
        once: true,
      });
      return {
        results: readList(page.results, 'search results', isUsable, { id: 'id', type: 'text' }),
        next: textOf(page.next) || undefined,
        searchedSince: readInstant(page.searchedSince),
      };
    },
    getNextPageParam: ({ next }, _pages, _param, requested) => unusedCursor(next, requested),
    placeholderData: keepPreviousData,
  });
};

function isUsable({ id, account, occurredAt }: SearchResult): boolean {
  return id !== '' && textOf(account?.id) !== '' && readInstant(occurredAt) !== undefined;
}

/** Splits a line into marked and plain parts; the whole line is plain if the marks are invalid. */
export function partsOf(line: Highlighted | undefined): { text: string; isMarked: boolean }[] {
  const text = textOf(fieldsOf(line)['text']);
  const parts: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const [start, end] of Array.isArray(line?.marks) ? line.marks : []) {
    if (!(start >= at && end > start && end <= text.length)) continue;
    if (start > at) parts.push({ text: text.slice(at, start), isMarked: false });
    parts.push({ text: text.slice(start, end), isMarked: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMarked: false });
  return parts;
}
