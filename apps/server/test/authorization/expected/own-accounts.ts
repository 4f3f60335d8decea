import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const ofWorkspace = (workspaceId: string) => ({ params: { workspaceId } });
const favourite = (workspaceId: string, accountId: string) => ({
  ...ofWorkspace(workspaceId),
  body: { accountIds: [accountId], isFavourite: true },
});

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const ownAccountRows = {
  'GET /api/workspaces/{workspaceId}/own-accounts': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofWorkspace(ours.id),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofWorkspace(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ofWorkspace(absent),
    ],
  },
  'PUT /api/workspaces/{workspaceId}/favourites': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => favourite(ours.id, ours.accountId),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => favourite(theirs.id, theirs.accountId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => favourite(absent, ours.accountId),
    ],
  },
  'POST /api/accounts/{accountId}/visit': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ({ params: { accountId: ours.accountId } }),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ({ params: { accountId: theirs.accountId } }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ({ params: { accountId: absent } }),
    ],
  },
} satisfies Rows;
