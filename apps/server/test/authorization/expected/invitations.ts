import type { Row, Rows } from '../table.ts';
import { absent } from '../world.ts';

const in_ = (workspaceId: string, invitationId?: string) => ({
  params: { workspaceId, ...(invitationId !== undefined && { invitationId }) },
});
const withToken = (token: string, more = {}) => ({ body: { token, ...more } });
const account = { name: 'New', password: 'their own password' };

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
const ofOneInvitation: Record<string, Row> = {
  ours: [
    '                                  401   401       401     404      404      403    200   200',
    ({ ours }) => in_(ours.id, ours.invitationId),
  ],
  'ours, an invitation of theirs': [
    '                                  401   401       401     404      404      403    404   404',
    ({ ours, theirs }) => in_(ours.id, theirs.invitationId),
  ],
  'ours, no invitation': [
    '                                  401   401       401     404      404      403    404   404',
    ({ ours }) => in_(ours.id, absent),
  ],
  theirs: [
    '                                  401   401       401     404      403      404    404   200',
    ({ theirs }) => in_(theirs.id, theirs.invitationId),
  ],
  absent: [
    '                                  401   401       401     404      404      404    404   404',
    ({ ours }) => in_(absent, ours.invitationId),
  ],
};

export const invitationRows = {
  'GET /api/workspaces/{workspaceId}/invitations': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => in_(ours.id),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   200',
      ({ theirs }) => in_(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => in_(absent),
    ],
  },
  'POST /api/workspaces/{workspaceId}/invitations/{invitationId}/resend': {
    ...ofOneInvitation,
    'ours, after too many': [
      '                                401   401       401     429      429      429    429   200',
      ({ ours }) => in_(ours.id, ours.invitationId),
      'exhausted',
    ],
  },
  'DELETE /api/workspaces/{workspaceId}/invitations/{invitationId}': ofOneInvitation,
  'POST /api/invitations/open': {
    'own link': [
      '                                200   200       200     200      200      200    200   200',
      ({ invitations }, caller) => withToken(invitations[caller]),
    ],
    'a link that no one was sent': [
      '                                404   404       404     404      404      404    404   404',
      () => withToken('made-up'),
    ],
    'a link that no one was sent, after too many': [
      '                                429   429       429     429      429      429    429   429',
      () => withToken('made-up'),
      'exhausted',
    ],
    'no link': [
      '                                404   404       404     404      404      404    404   404',
      () => ({}),
    ],
  },
  'POST /api/invitations/accept': {
    'own link': [
      '                                401   401       401     200      200      200    200   200',
      ({ invitations }, caller) => withToken(invitations[caller]),
    ],
    'a link of someone else': [
      '                                401   401       401     403      403      403    403   403',
      ({ invitations }) => withToken(invitations.expired),
    ],
    'a link to an address without an account': [
      '                                401   401       401     403      403      403    403   403',
      ({ invitations }) => withToken(invitations.nobody),
    ],
    'a link that no one was sent': [
      '                                401   401       401     404      404      404    404   404',
      () => withToken('made-up'),
    ],
    'a link that no one was sent, after too many': [
      '                                401   401       401     429      429      429    429   429',
      () => withToken('made-up'),
      'exhausted',
    ],
  },
  'POST /api/invitations/register': {
    'own link': [
      '                                409   409       409     409      409      409    409   409',
      ({ invitations }, caller) => withToken(invitations[caller], account),
    ],
    'a link to an address without an account': [
      '                                200   200       200     200      200      200    200   200',
      ({ invitations }) => withToken(invitations.nobody, account),
    ],
    'a link that no one was sent': [
      '                                404   404       404     404      404      404    404   404',
      () => withToken('made-up', account),
    ],
    'a link that no one was sent, after too many': [
      '                                429   429       429     429      429      429    429   429',
      () => withToken('made-up', account),
      'exhausted',
    ],
    'too short a password': [
      '                                400   400       400     400      400      400    400   400',
      ({ invitations }) => withToken(invitations.nobody, { ...account, password: 'short' }),
    ],
  },
  'POST /api/invitations/decline': {
    'own link': [
      '                                200   200       200     200      200      200    200   200',
      ({ invitations }, caller) => withToken(invitations[caller]),
    ],
    'a link that no one was sent': [
      '                                404   404       404     404      404      404    404   404',
      () => withToken('made-up'),
    ],
    'a link that no one was sent, after too many': [
      '                                429   429       429     429      429      429    429   429',
      () => withToken('made-up'),
      'exhausted',
    ],
  },
} satisfies Rows;
