import type { Rows } from '../table.ts';
import { accountChangeRows } from './account-changes.ts';
import { accountImportRows } from './account-import.ts';
import { accountRows } from './accounts.ts';
import { activityRows } from './activities.ts';
import { adminRows } from './admin.ts';
import { apiKeyRows } from './api-keys.ts';
import { authRows } from './auth.ts';
import { deletionRows } from './deletions.ts';
import { handOverRows } from './hand-overs.ts';
import { integrationRows } from './integrations.ts';
import { provisioningRows } from './provisioning.ts';
import { singleSignOnRows } from './single-sign-on.ts';
import { signInFactorRows } from './sign-in-factors.ts';
import { invitationRows } from './invitations.ts';
import { notificationRows } from './notifications.ts';
import { ownSettingsRows } from './own-settings.ts';
import { relationshipRows } from './relationships.ts';
import { savedViewRows } from './saved-views.ts';
import { ownAccountRows } from './own-accounts.ts';
import { tagRows } from './tags.ts';
import { todayRows } from './today.ts';
import { webhookRows } from './webhooks.ts';
import { legalHoldRows } from './legal-holds.ts';
import { workspaceAssistantsRows } from './workspace-assistants.ts';
import { workspaceExportRows } from './workspace-export.ts';
import { workspaceRetentionRows } from './workspace-retention.ts';
import { workspaceRows } from './workspaces.ts';

/** The expected response to every caller of every endpoint, for what is theirs, others', and missing. */
export const allRows: Rows = {
  ...authRows,
  ...ownSettingsRows,
  ...apiKeyRows,
  ...signInFactorRows,
  ...provisioningRows,
  ...singleSignOnRows,
  ...notificationRows,
  ...workspaceRows,
  ...workspaceAssistantsRows,
  ...workspaceExportRows,
  ...workspaceRetentionRows,
  ...legalHoldRows,
  ...invitationRows,
  ...deletionRows,
  ...handOverRows,
  ...accountRows,
  ...accountChangeRows,
  ...accountImportRows,
  ...savedViewRows,
  ...tagRows,
  ...activityRows,
  ...integrationRows,
  ...adminRows,
  ...relationshipRows,
  ...ownAccountRows,
  ...todayRows,
  ...webhookRows,
};
