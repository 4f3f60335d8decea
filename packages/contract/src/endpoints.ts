import type { z } from 'zod';
import { accessRequestEndpoints } from './access-requests.ts';
import { accountChangeEndpoints } from './account-changes.ts';
import { accountImportEndpoints } from './account-import.ts';
import { accountEndpoints } from './accounts.ts';
import { activityEndpoints } from './activities.ts';
import { activitySearchEndpoints } from './activity-search.ts';
import { adminEndpoints } from './admin.ts';
import { administrationEndpoints } from './administration.ts';
import { companyLinkEndpoints } from './company-links.ts';
import { serverStatusEndpoints } from './server-status.ts';
import { apiKeyEndpoints } from './api-keys.ts';
import { authEndpoints } from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { domainEndpoints } from './domains.ts';
import { followedChangeEndpoints } from './followed-changes.ts';
import { historyEndpoints } from './history.ts';
import { gettingStartedEndpoints } from './getting-started.ts';
import { integrationDetailEndpoints } from './integration-details.ts';
import { integrationEndpoints } from './integrations.ts';
import { mailFileEndpoints } from './mail-files.ts';
import { noticeEndpoints } from './notices.ts';
import { notificationEndpoints } from './notifications.ts';
import { ownAccountEndpoints } from './own-accounts.ts';
import { deletionEndpoints } from './deletions.ts';
import { handOverEndpoints } from './hand-overs.ts';
import { ownDataEndpoints } from './own-data.ts';
import { ownSettingsEndpoints } from './own-settings.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { secondFactorRuleEndpoints } from './second-factor-rules.ts';
import { signInFactorEndpoints } from './sign-in-factors.ts';
import { provisioningEndpoints } from './provisioning.ts';
import { singleSignOnEndpoints } from './single-sign-on.ts';
import { retentionEndpoints } from './retention.ts';
import { legalHoldEndpoints } from './legal-holds.ts';
import { workspaceDownloadEndpoints } from './workspace-download.ts';
import { workspaceRetentionEndpoints } from './workspace-retention.ts';
import { serverLoginEndpoints } from './server-login.ts';
import { invitationEndpoints } from './invitations.ts';
import { savedViewEndpoints } from './saved-views.ts';
import { privateConversationEndpoints } from './private-conversations.ts';
import { privateMeetingEndpoints } from './private-meetings.ts';
import { protectedAddressEndpoints } from './protected-addresses.ts';
import { shareEndpoints } from './shares.ts';
import { relationshipEndpoints } from './relationship-endpoints.ts';
import { tagEndpoints } from './tags.ts';
import { todayEndpoints } from './today.ts';
import { webhookEndpoints } from './webhooks.ts';
import { workspaceEndpoints } from './workspaces.ts';

/** Every endpoint, by method and path. */
export const endpoints = {
  ...authEndpoints,
  ...ownAccountEndpoints,
  ...ownSettingsEndpoints,
  ...deletionEndpoints,
  ...signInFactorEndpoints,
  ...passkeyEndpoints,
  ...secondFactorRuleEndpoints,
  ...singleSignOnEndpoints,
  ...companyLinkEndpoints,
  ...provisioningEndpoints,
  ...handOverEndpoints,
  ...ownDataEndpoints,
  ...retentionEndpoints,
  ...workspaceDownloadEndpoints,
  ...workspaceRetentionEndpoints,
  ...legalHoldEndpoints,
  ...apiKeyEndpoints,
  ...notificationEndpoints,
  ...noticeEndpoints,
  ...workspaceEndpoints,
  ...gettingStartedEndpoints,
  ...invitationEndpoints,
  ...accountEndpoints,
  ...accountChangeEndpoints,
  ...accountImportEndpoints,
  ...followedChangeEndpoints,
  ...savedViewEndpoints,
  ...tagEndpoints,
  ...domainEndpoints,
  ...shareEndpoints,
  ...activityEndpoints,
  ...accessRequestEndpoints,
  ...privateConversationEndpoints,
  ...privateMeetingEndpoints,
  ...protectedAddressEndpoints,
  ...activitySearchEndpoints,
  ...integrationEndpoints,
  ...serverLoginEndpoints,
  ...integrationDetailEndpoints,
  ...historyEndpoints,
  ...mailFileEndpoints,
  ...relationshipEndpoints,
  ...todayEndpoints,
  ...webhookEndpoints,
  ...adminEndpoints,
  ...administrationEndpoints,
  ...serverStatusEndpoints,
};

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

type Part<
  Name extends EndpointName,
  Key extends keyof Endpoint,
  Direction extends 'input' | 'output',
> =
  Endpoints[Name] extends Record<Key, infer Schema extends z.ZodType>
    ? Direction extends 'input'
      ? z.input<Schema>
      : z.output<Schema>
    : undefined;

export interface EndpointInput<Name extends EndpointName> {
  params: Part<Name, 'params', 'input'>;
  query: Part<Name, 'query', 'input'>;
  body: Part<Name, 'body', 'input'>;
}

/** The parsed input of a handler, with defaults. */
export interface EndpointRequest<Name extends EndpointName> {
  params: Part<Name, 'params', 'output'>;
  query: Part<Name, 'query', 'output'>;
  body: Part<Name, 'body', 'output'>;
}

/** The `data` of a successful response. */
export type EndpointResponse<Name extends EndpointName> = Part<Name, 'response', 'output'>;
