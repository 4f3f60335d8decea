import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { id } from './fields.ts';

export const workspaceDownloadEndpoints = defineEndpoints({
  'GET /api/workspaces/{workspaceId}/export': {
    summary:
      'Everything that all members of a workspace see, as a zip archive of lines of JSON; one download of a user at a time. For owners of the workspace.',
    access: 'person',
    cost: 'high',
    level: 'full',
    needsFreshProof: true,
    params: z.object({ workspaceId: id }),
    response: 'file',
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
});
