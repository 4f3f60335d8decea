import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { publishRemainingLater } from '#modules/activities/publish-requests.job.ts';
import { respondDeadline } from '#platform/http/respond-after.ts';
import { releaseForRequest } from '#modules/accounts/release-for-request.ts';
import { chooseAssistants } from './settings/choose-assistants.ts';
import { chooseShareLevels } from './settings/choose-share-levels.ts';
import {
  endProtectionForEveryone,
  listWorkspaceProtected,
  protectForEveryone,
} from './settings/protected-addresses.ts';
import { requestTimeZone } from './settings/request-time-zone.ts';
import { dismissGettingStarted, readGettingStarted } from './getting-started.ts';
import { acceptInvitation } from './invitations/accept-invitation.ts';
import { declineInvitation } from './invitations/decline-invitation.ts';
import { listInvitations } from './list-invitations.ts';
import { openInvitation } from './invitations/open-invitation.ts';
import { registerByInvitation } from './invitations/register-by-invitation.ts';
import { resendInvitation } from './invitations/resend-invitation.ts';
import { withdrawInvitation } from './withdraw-invitation.ts';
import { listWorkspaces } from './settings/list-workspaces.ts';
import { changeRole } from './members/change-role.ts';
import { inviteMember } from './invite-member.ts';
import { listMembers } from './list-members.ts';
import { canManage } from './manager.ts';
import { removeMember } from './remove-member.ts';
import { transferOwnership } from './members/transfer-ownership.ts';
import { resendPasswordLink } from './members/resend-password-link.ts';

export function registerWorkspaceRoutes(route: Route, context: Context): void {
  const { db } = context;
  route('GET /api/workspaces', async ({ person }) => ({
    items: await listWorkspaces(db, person.id),
  }));

  route('POST /api/workspaces/{workspaceId}/owner', async ({ params, body, person }) => {
    await transferOwnership(context, person, { ...params, ...body });
    return {};
  });

  route('PUT /api/workspaces/{workspaceId}/time-zone', ({ params, body, person }) =>
    requestTimeZone(context, person, { ...params, ...body }),
  );

  route('PUT /api/workspaces/{workspaceId}/share-levels', ({ params, body, person }) =>
    chooseShareLevels(context, person, { ...params, ...body }),
  );

  route('PUT /api/workspaces/{workspaceId}/assistants', ({ params, body, person }) =>
    chooseAssistants(context, person, { ...params, ...body }),
  );

  route('GET /api/workspaces/{workspaceId}/protected-addresses', ({ params, person }) =>
    listWorkspaceProtected(db, person, params.workspaceId),
  );
  route('PUT /api/workspaces/{workspaceId}/protected-addresses', ({ params, body, person }) =>
    protectForEveryone(context, person, { ...params, ...body }),
  );
  route(
    'DELETE /api/workspaces/{workspaceId}/protected-addresses/{address}',
    ({ params, person }) => endProtectionForEveryone(context, person, params),
  );

  route('GET /api/workspaces/{workspaceId}/members', async ({ params, query, person }) => {
    const { workspaceId } = params;
    const mayChange = await canManage(db, person, workspaceId);
    return { ...(await listMembers(db, workspaceId, query)), canManage: mayChange };
  });
  route('POST /api/workspaces/{workspaceId}/members', ({ params, body, person }) =>
    inviteMember(context, person, { ...params, ...body }),
  );
  route('PUT /api/workspaces/{workspaceId}/members/{userId}', async ({ params, body, person }) => ({
    member: await changeRole(context, person, { ...params, ...body }),
  }));
  route('DELETE /api/workspaces/{workspaceId}/members/{userId}', ({ params, person }) => {
    const isOver = respondDeadline();
    return removeMember(db, person, params).finally(async () => {
      await publishRemainingLater(context, params.userId);
      await releaseForRequest(context, params.userId, isOver);
    });
  });
  route('POST /api/workspaces/{workspaceId}/members/{userId}/invitation', ({ params, person }) =>
    resendPasswordLink(context, person, params),
  );
  route('GET /api/workspaces/{workspaceId}/getting-started', ({ params, person }) =>
    readGettingStarted(db, { userId: person.id, ...params }),
  );
  route('DELETE /api/workspaces/{workspaceId}/getting-started', async ({ params, person }) => {
    await dismissGettingStarted(db, { userId: person.id, ...params });
    return {};
  });
  registerInvitationRoutes(route, context);
}

function registerInvitationRoutes(route: Route, context: Context): void {
  const { db } = context;
  route('GET /api/workspaces/{workspaceId}/invitations', async ({ params, person }) => ({
    items: await listInvitations(db, person, params.workspaceId),
  }));
  route(
    'POST /api/workspaces/{workspaceId}/invitations/{invitationId}/resend',
    ({ params, person }) => resendInvitation(context, person, params),
  );
  route(
    'DELETE /api/workspaces/{workspaceId}/invitations/{invitationId}',
    async ({ params, person }) => {
      await withdrawInvitation(db, person, params);
      return {};
    },
  );
  route('POST /api/invitations/open', async ({ body, request }) => ({
    invitation: await openInvitation(context, { ...body, from: request.ip }),
  }));
  route('POST /api/invitations/accept', async ({ body, person, request }) => {
    await acceptInvitation(context, person, { ...body, from: request.ip });
    return {};
  });
  route('POST /api/invitations/register', ({ body, request }) =>
    registerByInvitation(context, {
      ...body,
      from: request.ip,
      userAgent: request.headers['user-agent'],
    }),
  );
  route('POST /api/invitations/decline', async ({ body, request }) => {
    await declineInvitation(context, { ...body, from: request.ip });
    return {};
  });
}
