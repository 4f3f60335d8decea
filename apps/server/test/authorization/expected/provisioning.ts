import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const of = (id: string) => ({ params: { id } });

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const provisioningRows = {
  'GET /api/admin/organizations/{id}/provisioning': {
    one: [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => of(ours.organizationId),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => of(absent),
    ],
  },
  'POST /api/admin/organizations/{id}/provisioning/tokens': {
    one: [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => of(ours.organizationId),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => of(absent),
    ],
  },
  'DELETE /api/admin/organizations/{id}/provisioning/tokens/{tokenId}': {
    'a token that is not there': [
      '                                401   401       401     403      403      403    403   404',
      ({ ours }) => ({ params: { id: ours.organizationId, tokenId: absent } }),
    ],
  },
  'GET /api/admin/organizations/{id}/group-roles': {
    one: [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => of(ours.organizationId),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => of(absent),
    ],
  },
  'PUT /api/admin/organizations/{id}/group-roles': {
    'a name in the ID token': [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => ({
        ...of(ours.organizationId),
        body: { groupId: null, name: 'sales', workspaceId: ours.id, role: 'member' },
      }),
    ],
    'a workspace of others': [
      '                                401   401       401     403      403      403    403   404',
      ({ ours, theirs }) => ({
        ...of(ours.organizationId),
        body: { groupId: null, name: 'sales', workspaceId: theirs.id, role: 'member' },
      }),
    ],
  },
  'DELETE /api/admin/organizations/{id}/group-roles/{groupRoleId}': {
    'a role that is not there': [
      '                                401   401       401     403      403      403    403   404',
      ({ ours }) => ({ params: { id: ours.organizationId, groupRoleId: absent } }),
    ],
  },
} satisfies Rows;
