import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const workspaceExportRows = {
  'GET /api/workspaces/{workspaceId}/export': {
    ours: [
      '                                401   401       401     404      404      403    200   404',
      ({ ours }) => ({ params: { workspaceId: ours.id } }),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   404',
      ({ theirs }) => ({ params: { workspaceId: theirs.id } }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ({ params: { workspaceId: absent } }),
    ],
    'ours, after too many': [
      '                                401   401       401     404      404      403    429   404',
      ({ ours }) => ({ params: { workspaceId: ours.id } }),
      'exhausted',
    ],
  },
} satisfies Rows;
