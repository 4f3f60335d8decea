import type { Webhook, WebhookDelivery } from '@repo/contract/webhooks';
import type { EndpointResponse } from '@repo/contract/endpoints';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';

/** How often the log is read again while something in it waits to be sent within moments; milliseconds. */
const LOG_POLL_MS = 2_000;

export const webhooksKey = (workspaceId: string) => ['webhooks', workspaceId] as const;
export const deliveriesKey = (webhookId: string) => ['webhook-deliveries', webhookId] as const;

export const webhooksQuery = (workspaceId: string) => ({
  queryKey: webhooksKey(workspaceId),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Webhook[]> => {
    const { items } = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/webhooks', {
      params: { workspaceId },
      signal,
    });
    return readList(items, 'webhooks', ({ id, events }) => id !== '' && Array.isArray(events), {
      id: 'id',
      name: 'text',
      url: 'text',
    });
  },
});

type Log = EndpointResponse<'GET /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries'>;

/** A page of the log; the first one is read again while something is about to be sent. */
export const deliveriesQuery = (
  of: { workspaceId: string; webhookId: string },
  before: string | undefined,
) => ({
  queryKey: [...deliveriesKey(of.webhookId), before ?? 'first'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Log> => {
    const { items, next } = await apiRequestOrThrow(
      'GET /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries',
      { params: of, query: before === undefined ? {} : { before }, signal },
    );
    return {
      items: readList(items, 'deliveries', ({ id }) => id !== '', { id: 'id' }),
      next: typeof next === 'string' ? next : null,
    };
  },
  refetchInterval: ({ state }: { state: { data?: Log | undefined } }) =>
    state.data?.items.some(isAboutToBeSent) === true ? LOG_POLL_MS : false,
});

/** Whether the next attempt is a matter of seconds. */
export const isAboutToBeSent = ({ nextAttemptAt }: WebhookDelivery): boolean =>
  typeof nextAttemptAt === 'string' && Date.parse(nextAttemptAt) - Date.now() < 45_000;
