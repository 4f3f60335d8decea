import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, id } from './fields.ts';

const ofWorkspace = z.object({ workspaceId: id });

export const gettingStartedEndpoints = defineEndpoints({
  'GET /api/workspaces/{workspaceId}/getting-started': {
    summary: 'Which steps of setting up a workspace the signed-in member has done.',
    access: 'person',
    level: 'full',
    params: ofWorkspace,
    response: z.object({
      /** Domains that the user tracks, in any workspace or in none. */
      trackedDomains: z.number().int(),
      /** The domains among them that are shared with this workspace. */
      sharedDomains: z.number().int(),
      /** Other members of the workspace, and invitations to it that can still be accepted. */
      colleagues: z.number().int(),
    }),
    errors: ['NOT_FOUND'],
  },
  'DELETE /api/workspaces/{workspaceId}/getting-started': {
    summary: 'Dismisses the getting-started steps of a workspace for the signed-in member.',
    access: 'person',
    level: 'full',
    params: ofWorkspace,
    response: emptyObject,
    errors: ['NOT_FOUND'],
  },
});
