import type { WorkspaceAssistants } from '@repo/contract/workspaces';
import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const choice = (workspaceId: string, assistants: WorkspaceAssistants['assistants'] = 'owners') => ({
  params: { workspaceId },
  body: { assistants },
});

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const workspaceAssistantsRows = {
  'PUT /api/workspaces/{workspaceId}/assistants': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => choice(ours.id),
    ],
    'ours, after too many': [
      '                                401   401       401     404      404      403    429   429',
      ({ ours }) => choice(ours.id, 'none'),
      'exhausted',
    ],
    'ours, for a role that there is not': [
      '                                401   401       401     400      400      400    400   400',
      ({ ours }) => choice(ours.id, 'viewers' as 'members'),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   200',
      ({ theirs }) => choice(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => choice(absent),
    ],
  },
} satisfies Rows;
