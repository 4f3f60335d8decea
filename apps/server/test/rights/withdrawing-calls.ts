import type { EndpointName } from '@repo/contract/endpoints';
import type { TestAnswer } from '../test-call.ts';
import type { SharedDomain } from './shared-domain.ts';

type Withdrawal = (shared: SharedDomain) => Promise<TestAnswer<unknown>>;

/** The calls after which a workspace may read nothing of a user's domain. Refused, they have changed nothing. */
export const withdrawingCalls: Partial<Record<EndpointName, Withdrawal>> = {
  'DELETE /api/accounts/domains/unshare': ({ app, ann, domainId, workspaceId }) =>
    app.call('DELETE /api/accounts/domains/unshare', {
      token: ann.token,
      body: { domainId, workspaceId },
    }),
  'DELETE /api/accounts/domains/{id}': ({ app, ann, domainId }) =>
    app.call('DELETE /api/accounts/domains/{id}', { token: ann.token, params: { id: domainId } }),
  'DELETE /api/workspaces/{workspaceId}/members/{userId}': ({ app, olga, ann, workspaceId }) =>
    app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}', {
      token: olga.token,
      params: { workspaceId, userId: ann.id },
    }),
  'DELETE /api/admin/reset/user-data': ({ app, admin, ann }) =>
    app.call('DELETE /api/admin/reset/user-data', {
      token: admin.token,
      body: { email: ann.email },
    }),
  // With another workspace: a domain is shared with one.
  'POST /api/accounts/domains/share': ({ app, ann, domainId, elsewhereId }) =>
    app.call('POST /api/accounts/domains/share', {
      token: ann.token,
      body: { domainId, workspaceId: elsewhereId },
    }),
  'POST /api/workspaces/{workspaceId}/shares': async ({ app, ann, domainId, elsewhereId }) => {
    const answer = await app.call('POST /api/workspaces/{workspaceId}/shares', {
      token: ann.token,
      params: { workspaceId: elsewhereId },
      body: { domains: [{ domainId, name: 'Acme' }] },
    });
    const [result] = answer.data.results;
    return result?.account === undefined ? { ...answer, status: 409 } : answer;
  },
  'POST /api/accounts/import': async ({ app, ann }) => {
    const workspace = await app.make.workspace();
    await app.make.membership(workspace.id, ann.id);
    return app.call('POST /api/accounts/import', {
      token: ann.token,
      body: { domains: ['acme.com'], workspaceId: workspace.id, name: 'Acme' },
    });
  },
};

/** Calls that end rights of another kind, each with the test that looks at what is stored of them. */
export const otherWithdrawals: Partial<Record<EndpointName, string>> = {
  // Everyone in the workspace may undo it for 30 days.
  'DELETE /api/accounts/{accountId}': 'deletion.test.ts',
  'DELETE /api/accounts/{accountId}/domains/{domain}': 'account-domains.test.ts',
  'DELETE /api/auth/api-keys/{id}': 'api-keys.test.ts',
  'DELETE /api/auth/factors/authenticator-app': 'sign-in-factors.test.ts',
  'DELETE /api/auth/factors/passkeys/{id}': 'passkeys.test.ts',
  'POST /api/admin/users/{id}/remove-factors': 'sign-in-factors.test.ts',
  'DELETE /api/admin/organizations/{id}/sso': 'single-sign-on.test.ts',
  'PUT /api/admin/organizations/{id}/sso': 'single-sign-on.test.ts',
  'DELETE /api/auth/sessions/{id}': 'own-settings.test.ts',
  'DELETE /api/integrations/{id}': 'integrations.test.ts',
  'DELETE /api/workspaces/{workspaceId}/invitations/{invitationId}': 'invitations.test.ts',
  'DELETE /api/workspaces/{workspaceId}/views/{viewId}': 'views.test.ts',
  'DELETE /api/workspaces/{workspaceId}/webhooks/{webhookId}': 'webhooks.test.ts',
  'PATCH /api/workspaces/{workspaceId}/webhooks/{webhookId}': 'webhooks.test.ts',
  'PATCH /api/workspaces/{workspaceId}/views/{viewId}': 'views.test.ts',
  // What becomes of the shares is the choice of who hands over.
  'POST /api/admin/users/{id}/hand-over': 'hand-overs.test.ts',
  'POST /api/workspaces/{workspaceId}/members/{userId}/hand-over': 'hand-overs.test.ts',
  'PUT /api/admin/organizations/{id}/second-factor': 'required-factor.test.ts',
  'PUT /api/admin/second-factor': 'required-factor.test.ts',
  'POST /api/admin/users/{id}/deletion': 'deletions.test.ts',
  'POST /api/auth/deletion': 'deletions.test.ts',
  'POST /api/workspaces/{workspaceId}/members/{userId}/deletion': 'deletions.test.ts',
  'POST /api/auth/change-password': 'own-settings.test.ts',
  'POST /api/auth/logout': 'sign-in.test.ts',
  'POST /api/auth/reset-password': 'password-reset.test.ts',
  'POST /api/auth/sessions/end-others': 'own-settings.test.ts',
  'POST /api/integrations/{id}/webhook-token': 'webhook.test.ts',
  'POST /api/invitations/decline': 'invitations.test.ts',
  'POST /api/workspaces/{workspaceId}/owner': 'administration.test.ts',
  'POST /api/activities/{activityId}/private': 'share-levels.test.ts',
  'PUT /api/access-requests/{requestId}': 'granted-access.test.ts',
  'PUT /api/accounts/domains/level': 'share-levels.test.ts',
  'PUT /api/private-meetings/{meetingId}/share': 'private-meetings.test.ts',
  'PUT /api/protected-addresses': 'protected-addresses.test.ts',
  'PUT /api/workspaces/{workspaceId}/protected-addresses': 'workspace-protections.test.ts',
  'PUT /api/workspaces/{workspaceId}/share-levels': 'participants-only.test.ts',
  // A role, and administration or access to the server: what was shared stays shared.
  'PUT /api/admin/users/{id}': 'update-user.test.ts',
  'PUT /api/workspaces/{workspaceId}/members/{userId}': 'members.test.ts',
};

/** Calls that change something and withdraw no right. */
export const harmlessCalls: readonly EndpointName[] = [
  'DELETE /api/admin/users/{id}/hand-over',
  'DELETE /api/workspaces/{workspaceId}/members/{userId}/hand-over',
  'DELETE /api/history',
  'DELETE /api/mail-files/{id}',
  'DELETE /api/private-conversations/{conversationId}',
  'DELETE /api/protected-addresses/{address}',
  'DELETE /api/workspaces/{workspaceId}/protected-addresses/{address}',
  'DELETE /api/workspaces/{workspaceId}/getting-started',
  'DELETE /api/workspaces/{workspaceId}/tags/{tagId}',
  'DELETE /api/workspaces/{workspaceId}/today/conversations/{activityId}',
  'PATCH /api/accounts/{accountId}',
  'PATCH /api/workspaces/{workspaceId}/tags/{tagId}',
  'PATCH /api/admin/organizations/{id}',
  'PATCH /api/admin/workspaces/{id}',
  'POST /api/accounts/preview',
  'POST /api/activities/{activityId}/access',
  'POST /api/accounts/{accountId}/domains',
  'POST /api/accounts/{accountId}/merge',
  'POST /api/admin/organizations',
  'POST /api/admin/users/invite',
  'POST /api/admin/users/{id}/password-reset',
  'POST /api/admin/workspaces',
  'POST /api/auth/api-keys',
  'POST /api/auth/factors/authenticator-app',
  'PATCH /api/auth/factors/passkeys/{id}',
  'POST /api/auth/factors/passkeys',
  'POST /api/auth/factors/passkeys/options',
  'POST /api/auth/factors/recovery-codes',
  'PUT /api/auth/factors/authenticator-app',
  'POST /api/auth/login',
  'POST /api/auth/login/passkey',
  'POST /api/auth/login/passkey/options',
  'POST /api/auth/login/second-factor',
  'POST /api/auth/proof',
  'POST /api/auth/proof/passkey/options',
  'POST /api/auth/sso/exchange',
  'POST /api/auth/sso/link',
  'POST /api/auth/sso/proof',
  'POST /api/admin/organizations/{id}/sso/domains',
  'POST /api/admin/organizations/{id}/sso/domains/remove',
  'POST /api/admin/organizations/{id}/sso/domains/verify',
  'POST /api/admin/organizations/{id}/sso/test',
  'POST /api/auth/request-password-reset',
  'POST /api/auth/reset-password/check',
  'POST /api/integrations/{id}/completeness',
  'POST /api/integrations/{id}/failed-items/retry',
  'POST /api/integrations/{id}/sync',
  'POST /api/integrations/{provider}/auth',
  'POST /api/integrations/{provider}/callback',
  'POST /api/integrations/{provider}/find-server',
  'POST /api/integrations/{provider}/sign-in',
  'POST /api/invitations/accept',
  'POST /api/invitations/open',
  'POST /api/invitations/register',
  'POST /api/mail-files',
  'POST /api/mail-files/{id}/import',
  'POST /api/notifications/open',
  'POST /api/notifications/unsubscribe',
  'POST /api/webhooks/v1/{provider}/{integrationId}',
  'POST /api/workspaces/{workspaceId}/account-import',
  'POST /api/workspaces/{workspaceId}/account-import/preview',
  'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge',
  'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore',
  'POST /api/workspaces/{workspaceId}/invitations/{invitationId}/resend',
  'POST /api/workspaces/{workspaceId}/members',
  'POST /api/workspaces/{workspaceId}/members/{userId}/invitation',
  'POST /api/workspaces/{workspaceId}/people/names',
  'POST /api/workspaces/{workspaceId}/people/{personId}/merge',
  'POST /api/workspaces/{workspaceId}/people/{personId}/separate',
  'POST /api/workspaces/{workspaceId}/shares/preview',
  'POST /api/workspaces/{workspaceId}/today/visit',
  'POST /api/workspaces/{workspaceId}/tags',
  'POST /api/workspaces/{workspaceId}/views',
  'POST /api/workspaces/{workspaceId}/webhooks',
  'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
  'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/secret',
  'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/test',
  'PUT /api/accounts/{accountId}/note',
  'PUT /api/accounts/{accountId}/owner',
  'PUT /api/accounts/{accountId}/primary-domain',
  'PUT /api/accounts/{accountId}/quiet-dismissal',
  'PUT /api/admin/organizations/{id}/archived',
  'PUT /api/admin/workspaces/{id}/archived',
  'PUT /api/auth/me',
  'PUT /api/auth/retention',
  'PUT /api/auth/notifications',
  'PUT /api/notices/read',
  'PUT /api/history',
  'PUT /api/mail-files/{id}/content',
  'PUT /api/workspaces/{workspaceId}/accounts/by-domain/{domain}',
  'PUT /api/workspaces/{workspaceId}/accounts/owners',
  'PUT /api/workspaces/{workspaceId}/accounts/tags',
  'PUT /api/workspaces/{workspaceId}/default-view',
  'POST /api/accounts/{accountId}/visit',
  'PUT /api/workspaces/{workspaceId}/favourites',
  'PUT /api/workspaces/{workspaceId}/people/{personId}/quiet-dismissal',
  'PUT /api/workspaces/{workspaceId}/people/{personId}/visibility',
  'DELETE /api/workspaces/{workspaceId}/accounts/{accountId}/hold',
  'PUT /api/workspaces/{workspaceId}/accounts/{accountId}/hold',
  'PUT /api/workspaces/{workspaceId}/retention',
  'PUT /api/workspaces/{workspaceId}/time-zone',
  'PUT /api/workspaces/{workspaceId}/today/conversations/{activityId}',
];
