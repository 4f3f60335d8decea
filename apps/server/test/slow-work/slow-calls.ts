import type { EndpointName } from '@repo/contract/endpoints';
import type { TestApp } from '../create-test-app.ts';
import { knownPassword } from '../test-makers.ts';
import type { TestAnswer } from '../test-call.ts';
import type { LargeAccounts } from './large-accounts.ts';

/** An application on a copy of the database with large accounts. */
export type World = LargeAccounts & { app: TestApp };

interface SlowCall {
  /** What has to be done before, which is not measured. */
  prepare?: (world: World) => Promise<unknown>;
  call: (world: World) => Promise<TestAnswer<unknown>>;
}

const remove = ({ app, ann, acme }: World) =>
  app.call('DELETE /api/accounts/{accountId}', {
    token: ann.token,
    params: { accountId: acme.accountId },
  });

const unshare = ({ app, ann, workspaceId }: World, domainId: string) =>
  app.call('DELETE /api/accounts/domains/unshare', {
    token: ann.token,
    body: { domainId, workspaceId },
  });

const addDomain = ({ app, ann, acme }: World) =>
  app.call('POST /api/accounts/{accountId}/domains', {
    token: ann.token,
    params: { accountId: acme.accountId },
    body: { domain: 'further.com' },
  });

/** The calls whose work grows with the emails of an account or of a user, by what they begin. */
export const slowCalls: Partial<Record<EndpointName, SlowCall>> = {
  'DELETE /api/accounts/domains/unshare': {
    call: (world) => unshare(world, world.acme.domainId),
  },
  'DELETE /api/accounts/domains/{id}': {
    call: ({ app, ann, globex }) =>
      app.call('DELETE /api/accounts/domains/{id}', {
        token: ann.token,
        params: { id: globex.domainId },
      }),
  },
  'DELETE /api/accounts/{accountId}': { call: remove },
  'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore': {
    prepare: remove,
    call: ({ app, ann, workspaceId, acme }) =>
      app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore', {
        token: ann.token,
        params: { workspaceId, accountId: acme.accountId },
      }),
  },
  'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge': {
    prepare: remove,
    call: ({ app, ann, workspaceId, acme, globex }) =>
      app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge', {
        token: ann.token,
        params: { workspaceId, accountId: acme.accountId },
        body: { intoAccountId: globex.accountId },
      }),
  },
  'POST /api/accounts/{accountId}/merge': {
    call: ({ app, ann, acme, globex }) =>
      app.call('POST /api/accounts/{accountId}/merge', {
        token: ann.token,
        params: { accountId: acme.accountId },
        body: { intoAccountId: globex.accountId },
      }),
  },
  'POST /api/accounts/{accountId}/domains': { call: addDomain },
  'DELETE /api/accounts/{accountId}/domains/{domain}': {
    prepare: addDomain,
    call: ({ app, ann, acme }) =>
      app.call('DELETE /api/accounts/{accountId}/domains/{domain}', {
        token: ann.token,
        params: { accountId: acme.accountId, domain: 'further.com' },
      }),
  },
  'POST /api/accounts/domains/share': {
    call: ({ app, ann, elsewhereId, initech }) =>
      app.call('POST /api/accounts/domains/share', {
        token: ann.token,
        body: { domainId: initech.domainId, workspaceId: elsewhereId },
      }),
  },
  'POST /api/workspaces/{workspaceId}/shares': {
    call: ({ app, ann, workspaceId, initech }) =>
      app.call('POST /api/workspaces/{workspaceId}/shares', {
        token: ann.token,
        params: { workspaceId },
        body: { domains: [{ domainId: initech.domainId, name: 'Initech' }] },
      }),
  },
  // Moves the share of the domain.
  'POST /api/accounts/import': {
    call: ({ app, ann, elsewhereId }) =>
      app.call('POST /api/accounts/import', {
        token: ann.token,
        body: { domains: ['acme.com'], workspaceId: elsewhereId, name: 'Acme' },
      }),
  },
  'PUT /api/accounts/domains/level': {
    call: ({ app, ann, acme, globex }) =>
      app.call('PUT /api/accounts/domains/level', {
        token: ann.token,
        body: { domainIds: [acme.domainId, globex.domainId], level: 'activity' },
      }),
  },
  'DELETE /api/workspaces/{workspaceId}/members/{userId}': {
    call: ({ app, olga, ann, workspaceId }) =>
      app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}', {
        token: olga.token,
        params: { workspaceId, userId: ann.id },
      }),
  },
  'POST /api/workspaces/{workspaceId}/members/{userId}/hand-over': {
    call: ({ app, olga, ann, workspaceId }) =>
      app.call('POST /api/workspaces/{workspaceId}/members/{userId}/hand-over', {
        token: olga.token,
        params: { workspaceId, userId: ann.id },
        body: { choice: 'erase' },
      }),
  },
  'DELETE /api/workspaces/{workspaceId}/members/{userId}/hand-over': {
    prepare: ({ app, olga, ann, workspaceId }) =>
      app.call('POST /api/workspaces/{workspaceId}/members/{userId}/hand-over', {
        token: olga.token,
        params: { workspaceId, userId: ann.id },
        body: { choice: 'redact' },
      }),
    call: ({ app, olga, ann, workspaceId }) =>
      app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}/hand-over', {
        token: olga.token,
        params: { workspaceId, userId: ann.id },
      }),
  },
  'POST /api/workspaces/{workspaceId}/members/{userId}/deletion': {
    call: ({ app, olga, ann, workspaceId }) =>
      app.call('POST /api/workspaces/{workspaceId}/members/{userId}/deletion', {
        token: olga.token,
        params: { workspaceId, userId: ann.id },
        body: { email: ann.email },
      }),
  },
  'POST /api/admin/users/{id}/deletion': {
    call: ({ app, admin, ann }) =>
      app.call('POST /api/admin/users/{id}/deletion', {
        token: admin.token,
        params: { id: ann.id },
        body: { email: ann.email },
      }),
  },
  'POST /api/auth/deletion': {
    call: ({ app, ann }) =>
      app.call('POST /api/auth/deletion', {
        token: ann.token,
        body: { email: ann.email, currentPassword: knownPassword },
      }),
  },
  'POST /api/admin/users/{id}/hand-over': {
    call: ({ app, admin, ann }) =>
      app.call('POST /api/admin/users/{id}/hand-over', {
        token: admin.token,
        params: { id: ann.id },
        body: { choice: 'redact' },
      }),
  },
  'DELETE /api/admin/users/{id}/hand-over': {
    prepare: ({ app, admin, ann }) =>
      app.call('POST /api/admin/users/{id}/hand-over', {
        token: admin.token,
        params: { id: ann.id },
        body: { choice: 'erase' },
      }),
    call: ({ app, admin, ann }) =>
      app.call('DELETE /api/admin/users/{id}/hand-over', {
        token: admin.token,
        params: { id: ann.id },
      }),
  },
  'DELETE /api/admin/reset/user-data': {
    call: ({ app, admin, ann }) =>
      app.call('DELETE /api/admin/reset/user-data', {
        token: admin.token,
        body: { email: ann.email },
      }),
  },
  'PUT /api/admin/users/{id}': {
    call: ({ app, admin, ann }) =>
      app.call('PUT /api/admin/users/{id}', {
        token: admin.token,
        params: { id: ann.id },
        body: { name: ann.name, isAdmin: false, isTest: false, isActive: false },
      }),
  },
  'PUT /api/admin/workspaces/{id}/archived': {
    call: ({ app, admin, workspaceId }) =>
      app.call('PUT /api/admin/workspaces/{id}/archived', {
        token: admin.token,
        params: { id: workspaceId },
        body: { archived: true },
      }),
  },
  'PUT /api/workspaces/{workspaceId}/time-zone': {
    call: ({ app, olga, workspaceId }) =>
      app.call('PUT /api/workspaces/{workspaceId}/time-zone', {
        token: olga.token,
        params: { workspaceId },
        body: { timeZone: 'Asia/Tokyo' },
      }),
  },
  'PUT /api/workspaces/{workspaceId}/people/{personId}/visibility': {
    call: async ({ app, ann, workspaceId }) => {
      const { person_id: personId } = await app.db
        .selectFrom('contacts')
        .select('person_id')
        .where('workspace_id', '=', workspaceId)
        .orderBy('person_id')
        .executeTakeFirstOrThrow();
      return app.call('PUT /api/workspaces/{workspaceId}/people/{personId}/visibility', {
        token: ann.token,
        params: { workspaceId, personId },
        body: { isHidden: true },
      });
    },
  },
  'POST /api/workspaces/{workspaceId}/people/{personId}/merge': {
    call: async ({ app, ann, workspaceId }) => {
      const [one, other] = await app.db
        .selectFrom('contacts')
        .select('person_id')
        .where('workspace_id', '=', workspaceId)
        .orderBy('person_id')
        .limit(2)
        .execute();
      return app.call('POST /api/workspaces/{workspaceId}/people/{personId}/merge', {
        token: ann.token,
        params: { workspaceId, personId: one?.person_id ?? '' },
        body: { otherId: other?.person_id ?? '' },
      });
    },
  },
};

/** Calls that change something and whose work is independent of how many emails there are, by the reason. */
export const boundedCalls: Record<string, readonly EndpointName[]> = {
  'sign-in, sessions and own settings: some rows of one user': [
    'DELETE /api/auth/api-keys/{id}',
    'DELETE /api/auth/factors/authenticator-app',
    'DELETE /api/auth/sessions/{id}',
    'POST /api/admin/users/{id}/remove-factors',
    'POST /api/auth/factors/authenticator-app',
    'POST /api/auth/factors/recovery-codes',
    'POST /api/auth/login/second-factor',
    'POST /api/auth/proof',
    'PUT /api/auth/factors/authenticator-app',
    'POST /api/auth/api-keys',
    'POST /api/auth/change-password',
    'POST /api/auth/login',
    'POST /api/auth/logout',
    'POST /api/auth/request-password-reset',
    'POST /api/auth/reset-password',
    'POST /api/auth/reset-password/check',
    'POST /api/auth/sessions/end-others',
    'POST /api/notifications/open',
    'POST /api/notifications/unsubscribe',
    'PUT /api/auth/retention',
    'PUT /api/auth/notifications',
    'PUT /api/notices/read',
  ],
  'a name in the accounts of its user, however many: in steps for some seconds, and the rest by a job':
    ['POST /api/invitations/register', 'PUT /api/auth/me'],
  'invitations and members: some rows, and nothing is shared yet': [
    'DELETE /api/workspaces/{workspaceId}/invitations/{invitationId}',
    'POST /api/admin/users/invite',
    'POST /api/admin/users/{id}/password-reset',
    'POST /api/invitations/accept',
    'POST /api/invitations/decline',
    'POST /api/invitations/open',
    'POST /api/workspaces/{workspaceId}/invitations/{invitationId}/resend',
    'POST /api/workspaces/{workspaceId}/members',
    'POST /api/workspaces/{workspaceId}/members/{userId}/invitation',
    'POST /api/workspaces/{workspaceId}/owner',
    'PUT /api/workspaces/{workspaceId}/members/{userId}',
  ],
  'one row of an organization, a workspace, an account, a person, a view or a conversation': [
    'DELETE /api/workspaces/{workspaceId}/getting-started',
    'DELETE /api/workspaces/{workspaceId}/today/conversations/{activityId}',
    'DELETE /api/workspaces/{workspaceId}/views/{viewId}',
    'PATCH /api/accounts/{accountId}',
    'PUT /api/workspaces/{workspaceId}/accounts/by-domain/{domain}',
    'PATCH /api/admin/organizations/{id}',
    'PATCH /api/admin/workspaces/{id}',
    'PATCH /api/workspaces/{workspaceId}/views/{viewId}',
    'POST /api/workspaces/{workspaceId}/tags',
    'POST /api/admin/organizations',
    'POST /api/admin/workspaces',
    'POST /api/workspaces/{workspaceId}/people/{personId}/separate',
    'POST /api/accounts/{accountId}/visit',
    'POST /api/workspaces/{workspaceId}/today/visit',
    'POST /api/workspaces/{workspaceId}/views',
    'PUT /api/accounts/{accountId}/note',
    'PUT /api/accounts/{accountId}/owner',
    'PUT /api/accounts/{accountId}/primary-domain',
    'PUT /api/accounts/{accountId}/quiet-dismissal',
    'PUT /api/admin/organizations/{id}/archived',
    'PUT /api/workspaces/{workspaceId}/default-view',
    'PUT /api/workspaces/{workspaceId}/favourites',
    'PUT /api/workspaces/{workspaceId}/people/{personId}/quiet-dismissal',
    'PUT /api/workspaces/{workspaceId}/share-levels',
    'PUT /api/workspaces/{workspaceId}/today/conversations/{activityId}',
  ],
  'connections, history and files: store a request that the worker reads; what is captured stays': [
    'DELETE /api/history',
    'DELETE /api/integrations/{id}',
    'DELETE /api/mail-files/{id}',
    'POST /api/integrations/{id}/completeness',
    'POST /api/integrations/{id}/failed-items/retry',
    'POST /api/integrations/{id}/sync',
    'POST /api/integrations/{id}/webhook-token',
    'POST /api/integrations/{provider}/auth',
    'POST /api/integrations/{provider}/callback',
    'POST /api/integrations/{provider}/find-server',
    'POST /api/integrations/{provider}/sign-in',
    'POST /api/mail-files',
    'POST /api/mail-files/{id}/import',
    'POST /api/webhooks/v1/{provider}/{integrationId}',
    'PUT /api/history',
    'PUT /api/mail-files/{id}/content',
  ],
  'the copies of the conversations of one address; many of them are stored in steps, as when the level of a share changes':
    [
      'DELETE /api/protected-addresses/{address}',
      'PUT /api/protected-addresses',
      'DELETE /api/workspaces/{workspaceId}/protected-addresses/{address}',
      'PUT /api/workspaces/{workspaceId}/protected-addresses',
    ],
  'a webhook or one of its deliveries': [
    'DELETE /api/workspaces/{workspaceId}/webhooks/{webhookId}',
    'PATCH /api/workspaces/{workspaceId}/webhooks/{webhookId}',
    'POST /api/workspaces/{workspaceId}/webhooks',
    'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/secret',
    'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/test',
  ],
  'the copies of one conversation or meeting': [
    'DELETE /api/private-conversations/{conversationId}',
    'POST /api/activities/{activityId}/private',
    'PUT /api/private-meetings/{meetingId}/share',
  ],
  'previews and names, and lists of accounts of a stated length': [
    'POST /api/accounts/preview',
    'POST /api/workspaces/{workspaceId}/account-import',
    'POST /api/workspaces/{workspaceId}/account-import/preview',
    'POST /api/workspaces/{workspaceId}/people/names',
    'POST /api/workspaces/{workspaceId}/shares/preview',
    'PUT /api/workspaces/{workspaceId}/accounts/owners',
    'PUT /api/workspaces/{workspaceId}/accounts/tags',
  ],
  'a tag, and one short row for each of at most 100,000 accounts that have it': [
    'DELETE /api/workspaces/{workspaceId}/tags/{tagId}',
    'PATCH /api/workspaces/{workspaceId}/tags/{tagId}',
  ],
};
