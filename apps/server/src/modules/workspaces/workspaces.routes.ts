import type { Context } from '../../platform/context.ts';
import type { Route } from '../../platform/http/route.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { changeRole } from './members/change-role.ts';
import { inviteMember } from './members/invite-member.ts';
import { listMembers } from './members/list-members.ts';
import { canManage } from './members/manager.ts';
import { removeMember } from './members/remove-member.ts';
import { resendInvitation } from './members/resend-invitation.ts';

export function registerWorkspaceRoutes(route: Route, context: Context): void {
  const { db } = context;
  route('GET /api/workspaces', async ({ person }) => ({
    items: await listWorkspaces(db, person.id),
  }));

  route('GET /api/workspaces/{workspaceId}/members', async ({ params, query, person }) => {
    const { workspaceId } = params;
    const mayChange = await canManage(db, person, workspaceId);
    return { ...(await listMembers(db, workspaceId, query)), canManage: mayChange };
  });
  route('POST /api/workspaces/{workspaceId}/members', ({ params, body, person }) =>
    inviteMember(context, person, { ...params, ...body }),
  );
  route('PUT /api/workspaces/{workspaceId}/members/{userId}', async ({ params, body, person }) => ({
    member: await changeRole(db, person, { ...params, ...body }),
  }));
  route('DELETE /api/workspaces/{workspaceId}/members/{userId}', ({ params, person }) =>
    removeMember(db, person, params),
  );
  route('POST /api/workspaces/{workspaceId}/members/{userId}/invitation', ({ params, person }) =>
    resendInvitation(context, person, params),
  );
}
