import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const of = (workspaceId: string, accountId: string) => ({ params: { workspaceId, accountId } });
const held = (workspaceId: string, accountId: string, reason = 'Lawsuit') => ({
  ...of(workspaceId, accountId),
  body: { reason },
});

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const legalHoldRows = {
  'GET /api/workspaces/{workspaceId}/accounts/{accountId}/hold': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => of(ours.id, ours.accountId),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   200',
      ({ theirs, ours }) => of(theirs.id, ours.accountId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => of(absent, ours.accountId),
    ],
  },
  'PUT /api/workspaces/{workspaceId}/accounts/{accountId}/hold': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => held(ours.id, ours.accountId),
    ],
    'ours, without a reason': [
      '                                401   401       401     404      404      403    400   400',
      ({ ours }) => held(ours.id, ours.accountId, ' '),
    ],
    'ours, in another workspace': [
      '                                401   401       401     404      403      404    404   404',
      ({ theirs, ours }) => held(theirs.id, ours.accountId),
    ],
    absent: [
      '                                401   401       401     404      404      403    404   404',
      ({ ours }) => held(ours.id, absent),
    ],
  },
  'DELETE /api/workspaces/{workspaceId}/accounts/{accountId}/hold': {
    'ours, which has none': [
      '                                401   401       401     404      404      403    404   404',
      ({ ours }) => of(ours.id, ours.accountId),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   404',
      ({ theirs, ours }) => of(theirs.id, ours.accountId),
    ],
  },
} satisfies Rows;
