import type { Migration } from 'kysely/migration';
import * as foundation from './0001-foundation.ts';
import * as administration from './0002-administration.ts';
import * as trustInSyncs from './0003-trust-in-syncs.ts';
import * as accountsGrid from './0004-accounts-grid.ts';
import * as leftOutOfDiscovery from './0005-left-out-of-discovery.ts';
import * as listedAccounts from './0006-listed-accounts.ts';
import * as largeDomains from './0007-large-domains.ts';
import * as requestBudgets from './0008-request-budgets.ts';
import * as workspaceChanges from './0009-workspace-changes.ts';
import * as safeConnections from './0010-safe-connections.ts';
import * as requestedResets from './0011-requested-resets.ts';
import * as invitations from './0012-invitations.ts';
import * as signInLimits from './0013-sign-in-limits.ts';
import * as hiddenRecipients from './0014-hidden-recipients.ts';
import * as hiddenMail from './0015-hidden-mail.ts';
import * as relationships from './0016-relationships.ts';
import * as gettingStarted from './0017-getting-started.ts';
import * as publishRequests from './0018-publish-requests.ts';
import * as itemLocations from './0019-item-locations.ts';
import * as explicitWrites from './0020-explicit-writes-remove.ts';
import * as workspaceKeys from './0021-workspace-keys.ts';
import * as sortedRelationships from './0022-sorted-relationships.ts';
import * as sessionDevices from './0023-session-devices.ts';
import * as deletedAccounts from './0024-deleted-accounts.ts';
import * as plainNames from './0025-plain-names-remove.ts';
import * as notifications from './0026-notifications.ts';
import * as boundedPaging from './0027-bounded-paging.ts';
import * as accountOwners from './0031-account-owners.ts';
import * as history from './0033-history.ts';
import * as savedViews from './0034-saved-views.ts';
import * as accountDomains from './0038-account-domains.ts';
import * as memberDecisions from './0039-member-decisions.ts';
import * as activitySearch from './0040-activity-search.ts';
import * as resetTurns from './0046-reset-turns.ts';
import * as archiving from './0047-archiving.ts';
import * as mergedAccounts from './0048-merged-accounts.ts';
import * as quietPeople from './0049-quiet-people.ts';
import * as accountKeys from './0050-account-keys.ts';
import * as ownerKeys from './0051-owner-keys-remove.ts';
import * as integrationKeys from './0052-integration-keys-remove.ts';
import * as severalConnections from './0053-several-connections.ts';
import * as mailFiles from './0054-mail-files.ts';
import * as peopleSearch from './0055-people-search.ts';
import * as captureRequests from './0056-capture-requests.ts';
import * as calendarFiles from './0057-calendar-files.ts';
import * as workspaceTimeZones from './0058-workspace-time-zones.ts';
import * as mailFilePlaces from './0059-mail-file-places.ts';
import * as allDay from './0060-all-day.ts';
import * as upcomingActivities from './0061-upcoming-activities.ts';
import * as changeProgress from './0062-change-progress.ts';
import * as restoredShares from './0063-restored-shares.ts';
import * as auditedIds from './0064-audited-ids.ts';
import * as privateMeetings from './0065-private-meetings.ts';
import * as recountedRelationships from './0072-recounted-relationships.ts';
import * as automaticMail from './0073-automatic-mail.ts';
import * as calendarMarks from './0074-calendar-marks.ts';
import * as today from './0084-today.ts';
import * as shareLevels from './0100-share-levels.ts';
import * as privateConversations from './0101-private-conversations.ts';
import * as ownAccounts from './0110-own-accounts.ts';
import * as sharedMeetings from './0112-shared-meetings.ts';
import * as workspaceShareLevels from './0113-workspace-share-levels.ts';

/** Those of `earlierMigrations` that no process of an earlier version may run beside. */
export const earlierNonRolling: readonly string[] = [
  '0020-explicit-writes-remove',
  '0021-workspace-keys',
  '0025-plain-names-remove',
  '0050-account-keys',
  '0051-owner-keys-remove',
  '0052-integration-keys-remove',
  '0053-several-connections',
  '0100-share-levels',
  '0101-private-conversations',
];

/**
 * The migrations that the baseline replaces in an empty database. Only a database from before has them run, so they
 * are never changed.
 */
export const earlierMigrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-administration': administration,
  '0003-trust-in-syncs': trustInSyncs,
  '0004-accounts-grid': accountsGrid,
  '0005-left-out-of-discovery': leftOutOfDiscovery,
  '0006-listed-accounts': listedAccounts,
  '0007-large-domains': largeDomains,
  '0008-request-budgets': requestBudgets,
  '0009-workspace-changes': workspaceChanges,
  '0010-safe-connections': safeConnections,
  '0011-requested-resets': requestedResets,
  '0012-invitations': invitations,
  '0013-sign-in-limits': signInLimits,
  '0014-hidden-recipients': hiddenRecipients,
  '0015-hidden-mail': hiddenMail,
  '0016-relationships': relationships,
  '0017-getting-started': gettingStarted,
  '0018-publish-requests': publishRequests,
  '0019-item-locations': itemLocations,
  '0020-explicit-writes-remove': explicitWrites,
  '0021-workspace-keys': workspaceKeys,
  '0022-sorted-relationships': sortedRelationships,
  '0023-session-devices': sessionDevices,
  '0024-deleted-accounts': deletedAccounts,
  '0025-plain-names-remove': plainNames,
  '0026-notifications': notifications,
  '0027-bounded-paging': boundedPaging,
  '0031-account-owners': accountOwners,
  '0033-history': history,
  '0034-saved-views': savedViews,
  '0038-account-domains': accountDomains,
  '0039-member-decisions': memberDecisions,
  '0040-activity-search': activitySearch,
  '0046-reset-turns': resetTurns,
  '0047-archiving': archiving,
  '0048-merged-accounts': mergedAccounts,
  '0049-quiet-people': quietPeople,
  '0050-account-keys': accountKeys,
  '0051-owner-keys-remove': ownerKeys,
  '0052-integration-keys-remove': integrationKeys,
  '0053-several-connections': severalConnections,
  '0054-mail-files': mailFiles,
  '0055-people-search': peopleSearch,
  '0056-capture-requests': captureRequests,
  '0057-calendar-files': calendarFiles,
  '0058-workspace-time-zones': workspaceTimeZones,
  '0059-mail-file-places': mailFilePlaces,
  '0060-all-day': allDay,
  '0061-upcoming-activities': upcomingActivities,
  '0062-change-progress': changeProgress,
  '0063-restored-shares': restoredShares,
  '0064-audited-ids': auditedIds,
  '0065-private-meetings': privateMeetings,
  '0072-recounted-relationships': recountedRelationships,
  '0073-automatic-mail': automaticMail,
  '0074-calendar-marks': calendarMarks,
  '0084-today': today,
  '0100-share-levels': shareLevels,
  '0101-private-conversations': privateConversations,
  '0110-own-accounts': ownAccounts,
  '0112-shared-meetings': sharedMeetings,
  '0113-workspace-share-levels': workspaceShareLevels,
};
