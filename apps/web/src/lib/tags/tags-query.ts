import { queryOptions, type QueryFunctionContext } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { countOf } from '#lib/api/read-fields.ts';
import { readList } from '#lib/api/read-list.ts';
import { readTags, type Tag } from './read-tags.ts';

/** A tag, and how many accounts have it where that was requested. */
export type ListedTag = Tag & { accountCount?: number | undefined };

export const tagsQuery = (workspaceId: string) =>
  queryOptions({ queryKey: ['tags', workspaceId], staleTime: 30_000, queryFn: fetchTags });

/** Fetches the tags of the workspace that the key of a query names. */
export async function fetchTags({
  queryKey: [, workspaceId],
  signal,
}: QueryFunctionContext<readonly string[]>): Promise<Tag[]> {
  const { tags } = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/tags', {
    params: { workspaceId: workspaceId ?? '' },
    query: {},
    signal,
  });
  return readTags(tags);
}

/** The tags with the number of their accounts. */
export const countedTagsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['tags', workspaceId, 'counted'],
    queryFn: async ({ signal }): Promise<ListedTag[]> => {
      const { tags } = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/tags', {
        params: { workspaceId },
        query: { includeCounts: 'true' },
        signal,
      });
      const received = readList<{ id: string; accountCount?: unknown }>(tags, 'tags');
      const counts = new Map(received.map(({ id, accountCount }) => [id, countOf(accountCount)]));
      return readTags(tags).map((tag) => ({ ...tag, accountCount: counts.get(tag.id) }));
    },
  });
