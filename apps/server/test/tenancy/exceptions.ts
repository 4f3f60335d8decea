/**
 * Statements that may reach the rows of all tenants, as `file: select table`, or `update` or `delete`,
 * with the reason. They run in the background, or seldom.
 */
const looksForWork = 'Looks for whatever is due; the work itself names the tenant.';
const countsAll = 'Counts what waits, of everyone, for the metrics.';
const removesOld = 'Removes what is too old, of everyone.';
const changesAccount =
  'Looks for everyone who shares with an account that is being deleted or whose domains changed.';
const changesProtection =
  'Looks for everyone who shares with a workspace whose protected addresses changed.';
const changesTexts = 'Looks for everyone who shares with a workspace that changes who reads texts.';
const changesMerged = 'Looks for everyone who shares with an account that was merged.';
const findsAccounts = 'Finds the accounts of a user in all workspaces, after the user was renamed.';
const readsOwn = 'Reads what is stored about a user, also in workspaces that they have left.';

export const exceptions: Record<string, string> = {
  'modules/accounts/remove-old-entries.ts: delete changed_entries': removesOld,
  'modules/accounts/remove-old-entries.ts: select change_positions': looksForWork,
  'modules/accounts/deletion/continue-account-changes.ts: select account_refreshes': looksForWork,
  'modules/accounts/deletion/continue-account-changes.ts: select owner_releases': looksForWork,
  'modules/accounts/deletion/continue-account-changes.ts: select workspace_accounts': looksForWork,
  'modules/accounts/deletion/finish-deletion.ts: select domain_shares': changesAccount,
  'modules/accounts/deletion/finish-deletion.ts: select publish_requests': changesAccount,
  'modules/accounts/finish-domain-changes.ts: select domain_shares': changesAccount,
  'modules/accounts/finish-domain-changes.ts: select domains': changesAccount,
  'modules/accounts/finish-domain-changes.ts: select publish_requests': changesAccount,
  'modules/accounts/merging/finish-merge.ts: select domain_shares': changesMerged,
  'modules/accounts/merging/finish-merge.ts: select publish_requests': changesMerged,
  'modules/admin/lists/list-connections.ts: select integrations':
    'Administrators look at the connections of everyone.',
  'modules/admin/status/measure-storage.ts: select workspace_accounts':
    'Administrators look at the size of every workspace, measured once an hour.',
  'modules/activities/leave-texts.ts: delete access_requests': changesTexts,
  'modules/activities/leave-texts.ts: select domain_shares': changesTexts,
  'modules/activities/leave-texts.ts: select publish_requests': changesTexts,
  'modules/activities/update-protections.ts: select domain_shares': changesProtection,
  'modules/activities/update-protections.ts: select protection_updates': looksForWork,
  'modules/activities/level-steps.ts: select level_changes': looksForWork,
  'modules/activities/publish-requests.ts: select publish_requests': looksForWork,
  'modules/activities/publishing/publisher/after-commit.ts: select publish_requests': looksForWork,
  'modules/activities/refresh-due-accounts.ts: select listed_accounts': looksForWork,
  'modules/activities/refresh-due-accounts.ts: select workspace_accounts': looksForWork,
  'modules/activities/refresh-due-accounts.ts: select workspace_time_zones': looksForWork,
  'modules/activities/search/fill-words.job.ts: select call_transcripts': looksForWork,
  'modules/activities/search/fill-words.job.ts: select captured_activities': looksForWork,
  'modules/activities/search/match-statements.ts: select account_activity_words':
    'Each word begins with the workspace; named beside it, another index would be chosen.',
  'platform/secrets/find-missing-keys.ts: select integrations':
    'Looks for keys that any stored secret needs, at the start and for administrators.',
  'platform/secrets/find-missing-keys.ts: select webhooks':
    'Looks for keys that any stored secret needs, at the start and for administrators.',
  'modules/integrations/connect/revoke-unless-needed.ts: select integrations':
    'Asks whether anyone relies on the same account at the provider.',
  'modules/integrations/read-backlog.ts: select integrations':
    'Counts the connections of everyone by provider.',
  'modules/webhooks/making/make-deliveries.ts: select changed_entries': looksForWork,
  'modules/webhooks/making/make-deliveries.ts: select change_positions': looksForWork,
  'modules/webhooks/making/make-deliveries.ts: select webhooks': looksForWork,
  'modules/webhooks/making/note-due-events.ts: select webhooks': looksForWork,
  'modules/webhooks/remove-old-deliveries.job.ts: delete webhook_deliveries': removesOld,
  'modules/webhooks/sending/claim-deliveries.ts: select webhook_deliveries': looksForWork,
  'modules/webhooks/sending/claim-deliveries.ts: select webhooks': looksForWork,
  'modules/integrations/event-stream/workspace-changes.ts: delete workspace_changes': removesOld,
  'modules/integrations/remove-expired-integration-data.ts: delete discovered_days': removesOld,
  'modules/integrations/remove-expired-integration-data.ts: delete discovered_mails': removesOld,
  'modules/integrations/remove-expired-integration-data.ts: delete discovered_samples': removesOld,
  'modules/integrations/remove-expired-integration-data.ts: select domains': removesOld,
  'modules/integrations/remove-expired-integration-data.ts: delete excluded_days': removesOld,
  'modules/integrations/remove-expired-integration-data.ts: delete import_previews': removesOld,
  'modules/integrations/history/history-lease.ts: select history_imports': looksForWork,
  'modules/integrations/history/history-lease.ts: select histories': looksForWork,
  'modules/integrations/history/history-lease.ts: select integrations': looksForWork,
  'modules/integrations/history/history-lease.ts: select sync_tasks': looksForWork,
  'modules/integrations/find-room.ts: select mail_files':
    'Counts for how much of the disk everyone has begun uploads.',
  'modules/integrations/file-lease.ts: select mail_files': looksForWork,
  'modules/integrations/mail-files/remove-expired-files.ts: update mail_files': removesOld,
  'modules/integrations/reading/lease.ts: select integrations': looksForWork,
  'modules/integrations/reading/lease.ts: select sync_tasks': looksForWork,
  'modules/integrations/observe-backlog.ts: select failed_items': countsAll,
  'modules/integrations/observe-backlog.ts: select integrations': countsAll,
  'modules/integrations/observe-backlog.ts: select sync_tasks': countsAll,
  'modules/listed-accounts/refresh-names.ts: select account_contributors': findsAccounts,
  'modules/listed-accounts/refresh-names.ts: select workspace_accounts': findsAccounts,
  'modules/listed-accounts/release-owned-accounts.ts: select owner_releases':
    'Finds the workspaces that a user left a moment ago.',
  'modules/notifications/mail-connection-problems.ts: select integrations': looksForWork,
  'modules/personal-data/own-data/read-own-data.ts: select account_contributors': readsOwn,
  'modules/personal-data/own-data/read-own-data.ts: select note_versions': readsOwn,
  'modules/personal-data/own-data/read-own-data.ts: select own_accounts': readsOwn,
  'modules/personal-data/own-data/read-own-data.ts: select today_marks': readsOwn,
  'modules/personal-data/own-data/read-own-data.ts: select webhooks': readsOwn,
  'modules/personal-data/archive/read-pages.ts: select webhooks': readsOwn,
  'modules/personal-data/archive/read-pages.ts: select account_contributors': readsOwn,
  'modules/personal-data/archive/read-pages.ts: select default_views': readsOwn,
  'modules/personal-data/archive/read-pages.ts: select level_changes': readsOwn,
  'modules/personal-data/archive/read-pages.ts: select note_versions': readsOwn,
  'modules/personal-data/archive/read-pages.ts: select own_accounts': readsOwn,
  'modules/personal-data/archive/read-pages.ts: select restored_shares': readsOwn,
  'modules/personal-data/archive/read-pages.ts: select saved_views': readsOwn,
  'modules/personal-data/archive/read-pages.ts: select today_marks': readsOwn,
  'modules/personal-data/archive/read-pages.ts: select today_visits': readsOwn,
  'modules/relationships/days-in-touch.ts: select account_relationships': looksForWork,
  'modules/relationships/refresh-due-relationships.ts: select account_relationships': looksForWork,
  'modules/relationships/refresh-due-relationships.ts: select workspace_accounts': looksForWork,
};
