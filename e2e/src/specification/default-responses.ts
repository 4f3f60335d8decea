import { data, type Outcome, type Responder } from './outcome.ts';
import type { SpecifiedName } from './specification-calls.ts';
import * as sample from './specification-data.ts';

const nothing = data({});

/** The response of each endpoint where a state says nothing else. */
export const defaultResponses: Record<SpecifiedName, Outcome | Responder> = {
  'POST /api/auth/login': data({ token: 'token', user: sample.maya }),
  'POST /api/auth/logout': nothing,
  'POST /api/auth/request-password-reset': data({ message: 'Sent' }),
  'POST /api/auth/reset-password': data({ message: 'Changed' }),
  'GET /api/auth/me': data({ user: sample.maya }),
  'GET /api/workspaces': data({ items: [sample.sales, sample.support] }),
  'GET /api/admin/users': data(sample.paged([sample.maya, sample.jonas, sample.nameless], 43)),
  'GET /api/admin/organizations': data(sample.paged([sample.organizationRow])),
  'GET /api/admin/workspaces': data(sample.paged([sample.workspaceRow])),
  'GET /api/admin/users/{id}': ({ pathname }) =>
    data({ user: pathname.endsWith(sample.maya.id) ? sample.maya : sample.jonas }),
  'PUT /api/admin/users/{id}': data({ user: sample.jonas }),
  'GET /api/admin/users/{id}/password-reset-status': data({
    hasPendingReset: false,
    resetToken: null,
  }),
  'POST /api/admin/users/{id}/password-reset': nothing,
  'DELETE /api/admin/reset/user-data': data({
    user: { email: 'jonas@northwind.example' },
    deletedCounts: { accountsDeleted: 3, accountSharesDeleted: 2 },
  }),
  'GET /api/activities/{activityId}': ({ pathname }) =>
    data({
      activity: sample.activities.find(({ id }) => pathname.endsWith(id)) ?? sample.email,
    }),
  'POST /api/accounts/import': ({ body }) =>
    data({
      results: (body as { domains: string[] }).domains.map((domain) => ({
        domain: { domain, addedAt: new Date().toISOString() },
      })),
    }),
  'POST /api/accounts/domains/share': nothing,
  'DELETE /api/accounts/domains/unshare': nothing,
  'GET /api/workspaces/{workspaceId}/accounts': data({
    accounts: [sample.acmeRow, sample.bareRow],
  }),
  'GET /api/accounts/{accountId}': data({ workspaceAccount: sample.acme }),
  // Ignores the window: everything, whatever is requested.
  'GET /api/accounts/{accountId}/timeline': data({ activities: sample.activities }),
  'GET /api/accounts': data({ domains: [sample.acmeDomain, sample.borealisDomain] }),
  'DELETE /api/accounts/domains/{id}': nothing,
  'GET /api/accounts/discover': data({ domains: sample.discovered }),
  'GET /api/activities/{activityId}/fireflies-transcript': data({
    transcriptSentences: [{ speaker_name: 'Elena', start_time: 4, text: 'The pilot starts' }],
  }),
  'GET /api/integrations': data({
    integrations: [sample.gmail, sample.calendar, sample.fathom],
    availableProviders: sample.providers,
  }),
  'POST /api/integrations/{provider}/auth': data({ authUrl: 'api-key:', integrationId: 'new' }),
  'POST /api/integrations/{provider}/callback': data({
    integration: sample.fathom,
    syncResults: { activities: 3 },
  }),
  'DELETE /api/integrations/{id}': nothing,
  'POST /api/integrations/{id}/sync': nothing,
};
