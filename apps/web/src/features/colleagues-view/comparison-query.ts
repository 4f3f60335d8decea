import type { EndpointResponse } from '@repo/contract/endpoints';
import type { ComparedActivity } from '@repo/contract/shares';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { SHOWS_ACTIVITIES } from '#lib/activities/refresh-activities.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';
import { unusedCursor } from '#lib/api/unused-cursor.ts';
import { readLevel } from '#lib/sharing/level-texts.ts';

type Part = EndpointResponse<'GET /api/accounts/domains/{id}/as-colleagues-see'>;

/** A user's shared domain, and a part of its activities beside what colleagues see of them. */
export interface Comparison extends Omit<Part, 'level'> {
  /** Undefined for a level that this application does not know. */
  level: ShareLevel | undefined;
}

/** Activities of one page. */
const PAGE_SIZE = 50;

export const comparisonQuery = (domainId: string) =>
  infiniteQueryOptions({
    meta: SHOWS_ACTIVITIES,
    queryKey: ['as-colleagues-see', domainId],
    queryFn: async ({ pageParam, signal }): Promise<Comparison> => {
      const part = await apiRequestOrThrow('GET /api/accounts/domains/{id}/as-colleagues-see', {
        params: { id: domainId },
        query: { limit: PAGE_SIZE, ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      });
      return {
        ...part,
        level: readLevel(part.level),
        activities: readList<ComparedActivity>(
          part.activities,
          'activities',
          ({ id }) => id !== '',
          { id: 'id', title: 'text', isByColleague: 'flag' },
        ),
      };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ before }, _parts, _last, requested) => unusedCursor(before, requested),
  });
