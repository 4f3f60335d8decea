import type { Migration } from 'kysely/migration';
import * as apiKeys from './0120-api-keys.ts';
import * as noteVersions from './0122-note-versions.ts';
import * as removeLaterSeries from './0139-later-series-remove.ts';
import * as notices from './0140-notices.ts';
import * as protectedAddresses from './0150-protected-addresses.ts';
import * as workspaceProtections from './0151-workspace-protections.ts';
import * as changedEntries from './0155-changed-entries.ts';
import * as repeatedRequests from './0156-repeated-requests.ts';
import * as erasures from './0160-erasures.ts';
import * as timeOfDeletedShares from './0170-time-of-deleted-shares.ts';
import * as handOvers from './0171-hand-overs.ts';
import * as webhooks from './0175-webhooks.ts';
import * as watchedMailboxes from './0180-watched-mailboxes.ts';
import * as providerApprovals from './0185-provider-approvals.ts';
import * as activeBeforeLeaving from './0190-active-before-leaving.ts';
import * as comebacks from './0200-comebacks.ts';
import * as secondFactors from './0210-second-factors.ts';
import * as retentions from './0215-retentions.ts';
import * as backups from './0220-backups.ts';
import * as maintenance from './0221-maintenance.ts';
import * as tags from './0225-tags.ts';
import * as ownerReleases from './0226-owner-releases.ts';
import * as withheldLinks from './0227-withheld-links.ts';
import * as accessRequests from './0230-access-requests.ts';
import * as singleSignOn from './0231-single-sign-on.ts';
import * as provisioning from './0232-provisioning.ts';
import * as provisionedGroups from './0233-provisioned-groups.ts';
import * as groupRoles from './0234-group-roles.ts';
import * as passkeys from './0235-passkeys.ts';
import * as secondFactorRules from './0236-second-factor-rules.ts';
import * as mailboxesWithoutText from './0237-mailboxes-without-text.ts';
import * as workspaceRetentions from './0238-workspace-retentions.ts';
import * as accountHolds from './0239-account-holds.ts';
import * as participantsOnly from './0240-participants-only.ts';
import * as signOutAtProvider from './0241-sign-out-at-provider.ts';
import * as assistants from './0250-assistants.ts';
import * as secondFactorFunctions from './0251-second-factor-functions.ts';
import { createSchema } from './create-schema.ts';
import { earlierMigrations, earlierNonRolling } from './earlier/index.ts';

/**
 * Migrations that no process of an earlier version may run beside: it would write rows that the new
 * schema does not complete. `migrate.ts` refuses them while other connections use the database.
 */
export const nonRollingMigrations: readonly string[] = [...earlierNonRolling];

/** The last migration whose changes the files of `baseline/` have. */
export const BASELINE = Object.keys(earlierMigrations).at(-1) ?? '';

/** Every migration there is, in order. A released one is never changed; a new one is added. */
export const migrations: Record<string, Migration> = {
  ...earlierMigrations,
  '0120-api-keys': apiKeys,
  '0122-note-versions': noteVersions,
  '0139-later-series-remove': removeLaterSeries,
  '0140-notices': notices,
  '0150-protected-addresses': protectedAddresses,
  '0151-workspace-protections': workspaceProtections,
  '0155-changed-entries': changedEntries,
  '0156-repeated-requests': repeatedRequests,
  '0160-erasures': erasures,
  '0170-time-of-deleted-shares': timeOfDeletedShares,
  '0171-hand-overs': handOvers,
  '0175-webhooks': webhooks,
  '0180-watched-mailboxes': watchedMailboxes,
  '0185-provider-approvals': providerApprovals,
  '0190-active-before-leaving': activeBeforeLeaving,
  '0200-comebacks': comebacks,
  '0210-second-factors': secondFactors,
  '0215-retentions': retentions,
  '0220-backups': backups,
  '0221-maintenance': maintenance,
  '0225-tags': tags,
  '0226-owner-releases': ownerReleases,
  '0227-withheld-links': withheldLinks,
  '0230-access-requests': accessRequests,
  '0231-single-sign-on': singleSignOn,
  '0232-provisioning': provisioning,
  '0233-provisioned-groups': provisionedGroups,
  '0234-group-roles': groupRoles,
  '0235-passkeys': passkeys,
  '0236-second-factor-rules': secondFactorRules,
  '0237-mailboxes-without-text': mailboxesWithoutText,
  '0238-workspace-retentions': workspaceRetentions,
  '0239-account-holds': accountHolds,
  '0240-participants-only': participantsOnly,
  '0241-sign-out-at-provider': signOutAtProvider,
  '0250-assistants': assistants,
  '0251-second-factor-functions': secondFactorFunctions,
};

/**
 * The same for an empty database, where the last of the earlier migrations makes the whole schema and the
 * others do nothing. Both kinds of database then have the same list of migrations.
 */
export const migrationsOfEmpty: Record<string, Migration> = {
  ...migrations,
  ...Object.fromEntries(
    Object.keys(earlierMigrations).map((name) => [
      name,
      { up: async (db) => (name === BASELINE ? createSchema(db) : undefined) } satisfies Migration,
    ]),
  ),
};
