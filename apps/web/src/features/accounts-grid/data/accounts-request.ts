import type { EndpointInput } from '@repo/contract/endpoints';
import { isFullServer } from '#lib/server-level.ts';
import type { RequestedView } from './relationship-fields.ts';

/** Accounts in one request while scrolling; a screen shows a third of it. */
export const PAGE_SIZE = 100;

type Input = EndpointInput<'GET /api/workspaces/{workspaceId}/accounts'>;

/** The page of a view to return: up to `limit` accounts from an offset or a cursor on. All without it. */
export type AccountsPart = Pick<Input['query'], 'limit' | 'offset' | 'cursor'>;

/** The parameters for the accounts of a view; a server without paging returns all of them. */
export function accountsInput(
  workspaceId: string,
  { search, sort, filters, relationships, owners, tags }: RequestedView,
  part: AccountsPart,
): Pick<Input, 'params' | 'query'> {
  const isPaged = isFullServer();
  // The whole list is requested once, for every view.
  const needsRelationships = relationships ?? !isPaged;
  return {
    params: { workspaceId },
    query: {
      includeTimeline: 'true',
      ...(isPaged && {
        ...(search === '' ? {} : { search }),
        ...(sort && { sort: sort.by, order: sort.order }),
        ...filters,
        ...part,
      }),
      ...((owners ?? !isPaged) && isFullServer() && { includeOwners: 'true' }),
      ...((tags ?? !isPaged) && isFullServer() && { includeTags: 'true' }),
      ...(needsRelationships && isFullServer() && { includeRelationships: 'true' }),
    },
  };
}
