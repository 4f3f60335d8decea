import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const of = (workspaceId: string) => ({ params: { workspaceId } });
const preview = (workspaceId: string) => ({ ...of(workspaceId), query: { months: '12' } });
const choice = (workspaceId: string, months = 600) => ({
  ...of(workspaceId),
  body: { months, textMonths: null },
});

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const workspaceRetentionRows = {
  'GET /api/workspaces/{workspaceId}/retention': {
    ours: [
      '                                401   401       401     404      404      200    200   200',
      ({ ours }) => of(ours.id),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   200',
      ({ theirs }) => of(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => of(absent),
    ],
  },
  'GET /api/workspaces/{workspaceId}/retention/preview': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => preview(ours.id),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   200',
      ({ theirs }) => preview(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => preview(absent),
    ],
  },
  'PUT /api/workspaces/{workspaceId}/retention': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => choice(ours.id),
    ],
    'ours, for no months': [
      '                                401   401       401     400      400      400    400   400',
      ({ ours }) => choice(ours.id, 0),
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
