import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, id } from './fields.ts';

const ofWorkspace = z.object({ workspaceId: id });

export const gettingStartedEndpoints = defineEndpoints({
  'GET /api/workspaces/{workspaceId}/getting-started': {
    summary: 'How far the signed-in member is with setting up a workspace.',
    access: 'person',
    feature: 'getting-started',
    params: ofWorkspace,
    response: z.object({
      /** Domains that the person tracks, in any workspace or in none. */
      trackedDomains: z.number().int(),
      /** Those of them that are shared with this workspace. */
      sharedDomains: z.number().int(),
      /** Other members of the workspace, and invitations to it that can still be accepted. */
      colleagues: z.number().int(),
    }),
    errors: ['NOT_FOUND'],
  },
  'DELETE /api/workspaces/{workspaceId}/getting-started': {
    summary: 'Stops offering the first steps of a workspace to the signed-in member.',
    access: 'person',
    feature: 'getting-started',
    params: ofWorkspace,
    response: emptyObject,
    errors: ['NOT_FOUND'],
  },
});
