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
