import type { EndpointResponse } from '@repo/contract/endpoints';
import { countOf, fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { readList } from '#lib/api/read-list.ts';

type Sent = EndpointResponse<'GET /api/admin/status'>;

/** The server's status. Lists that cannot be used are empty. */
export function readStatus(sent: Sent) {
  const storage = fieldsOf(sent.storage);
  return {
    version: textOf(sent.version),
    readAt: sent.readAt,
    checks: readList(sent.checks, 'checks', ({ message }) => message !== '', {
      subject: 'text',
      state: 'text',
      message: 'text',
    }),
    queues: readList(sent.queues, 'queues', ({ name }) => name !== '', {
      name: 'text',
      waiting: 'count',
      running: 'count',
      isLate: 'flag',
    }),
    providers: readList(sent.providers, 'providers', ({ name }) => name !== '', {
      provider: 'text',
      name: 'text',
      connections: 'count',
      due: 'count',
      running: 'count',
      failing: 'count',
      needsReauth: 'count',
    }),
    storage:
      sent.storage === null
        ? null
        : {
            measuredAt: sent.storage.measuredAt,
            bytes: countOf(storage['bytes']),
            others: countOf(storage['others']) ?? 0,
            workspaces: readList(sent.storage.workspaces, 'workspaces', ({ id }) => id !== '', {
              id: 'id',
              name: 'text',
              activities: 'count',
              bytes: 'count',
            }),
          },
  };
}

export type Status = ReturnType<typeof readStatus>;
