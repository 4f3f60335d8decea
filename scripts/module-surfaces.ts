import type { Import } from './import-rules.ts';

/**
 * The files at the top level of a module are its public surface (.dependency-cruiser.cjs). These are at the top level
 * without a use elsewhere. The list only shrinks: move a file into a folder of its module, then remove its line.
 */
export const unusedSurface: readonly string[] = [
  'accounts/find-account.ts',
  'accounts/list-shares.ts',
  'accounts/note-versions.ts',
  'accounts/set-account-owners.ts',
  'accounts/update-listed-account.ts',
  'activities/find-activity.ts',
  'activities/find-originals.ts',
  'activities/find-published.ts',
  'activities/hide-copies.ts',
  'activities/keep-identities.ts',
  'activities/links.ts',
  'activities/read-whole.ts',
  'activities/rebuild-published.ts',
  'activities/store-captured.ts',
  'admin/archive-organization.ts',
  'admin/archive-workspace.ts',
  'admin/change-organization.ts',
  'admin/change-workspace.ts',
  'admin/find-reset-status.ts',
  'admin/reset-user-data.ts',
  'audit/account-fields.ts',
  'auth/sign-out.ts',
  'backups/backup-times.ts',
  'backups/explain-failure.ts',
  'backups/make-backup.ts',
  'backups/run-due-backup.ts',
  'backups/scratch-database.ts',
  'deletions/covered-workspaces.ts',
  'deletions/delete-self.ts',
  'deletions/delete-user.ts',
  'deletions/deletion-mail.ts',
  'deletions/has-nothing-else.ts',
  'deletions/notify-deleted.ts',
  'deletions/plan-deletion.ts',
  'deletions/require-typed-email.ts',
  'domains/compare-with-account.ts',
  'domains/default-level.ts',
  'domains/import-domains.ts',
  'domains/list-domains.ts',
  'domains/request-backfill.ts',
  'domains/share-domain.ts',
  'domains/share-domains.ts',
  'domains/track-domains.ts',
  'domains/unshare-domain.ts',
  'hand-overs/delete-belonging.ts',
  'hand-overs/end-hand-over.ts',
  'hand-overs/end-sent-links.ts',
  'hand-overs/ended-shares.ts',
  'hand-overs/is-going-on.ts',
  'hand-overs/left-shares.ts',
  'hand-overs/left-to-user.ts',
  'hand-overs/lower-for-request.ts',
  'hand-overs/lowering-waits.ts',
  'hand-overs/memberships.ts',
  'hand-overs/remove-not-shared.ts',
  'hand-overs/rename-in-log.ts',
  'hand-overs/require-successor.ts',
  'hand-overs/seen-level.ts',
  'hand-overs/stored-hand-over.ts',
  'hand-overs/stored-shares.ts',
  'hand-overs/take-over.ts',
  'hand-overs/withdraw-all.ts',
  'integrations/describe-approvals.ts',
  'integrations/describe-integration.ts',
  'integrations/find-own-integration.ts',
  'integrations/list-integrations.ts',
  'integrations/open-session.ts',
  'integrations/provider-descriptor.ts',
  'integrations/provider-failure.ts',
  'integrations/require-provider.ts',
  'integrations/sandbox-help.ts',
  'integrations/unwatched.ts',
  'mcp/clean-text.ts',
  'mcp/hiding-styles.ts',
  'mcp/mcp-handler.ts',
  'mcp/readable-text.ts',
  'mcp/remove-links.ts',
  'mcp/shape-answer.ts',
  'mcp/tools.ts',
  'notifications/enqueue-due-mails.ts',
  'notifications/list-workspaces.ts',
  'notifications/mail-html.ts',
  'notifications/notification-settings.ts',
  'notifications/send-due-mail.ts',
  'notifications/unsubscribe-token.ts',
  'relationships/colleague.ts',
  'relationships/count-answers.ts',
  'relationships/own-copies.ts',
  'relationships/refresh-tie-days.ts',
  'relationships/refresh-ties.ts',
  'sign-in-factors/authenticator-app.ts',
  'sign-in-factors/change-app.ts',
  'sign-in-factors/check-second-step.ts',
  'sign-in-factors/finish-sign-in.ts',
  'sign-in-factors/list-factors.ts',
  'sign-in-factors/pending-sign-in.ts',
  'sign-in-factors/prove.ts',
  'sign-in-factors/recovery-codes.ts',
  'sign-in-factors/reset-factors.ts',
  'sign-in-factors/sealed-token.ts',
  'sign-in-factors/take-token.ts',
  'sign-in-factors/totp.ts',
  'today/find-automatic.ts',
  'today/marks.ts',
  'today/read-brief.ts',
  'today/read-meetings.ts',
  'today/read-members.ts',
  'today/read-news.ts',
  'today/visits.ts',
  'webhooks/change-webhooks.ts',
  'webhooks/check-webhook.ts',
  'webhooks/delete-webhook.ts',
  'webhooks/list-deliveries.ts',
  'webhooks/list-webhooks.ts',
  'webhooks/read-moment.ts',
  'webhooks/require-owner.ts',
  'webhooks/rights-of.ts',
  'webhooks/try-delivery.ts',
  'webhooks/webhook-secret.ts',
  'workspaces/choose-share-levels.ts',
  'workspaces/list-workspaces.ts',
  'workspaces/protected-addresses.ts',
  'workspaces/request-time-zone.ts',
];

const MODULES = 'apps/server/src/modules/';
const TOP_LEVEL = new RegExp(`^${MODULES}([^/]+)/[^/]+\\.ts$`);
const IS_ENTRY = /\.(routes|job)\.ts$/;
const IS_TEST = /\.(test|fixture)\.ts$/;

/**
 * Finds files at the top level of a module that only their own module imports. Routes and jobs are excepted, with the
 * functions beside them that jobs run.
 *
 * @param files all files of the repository.
 * @param known the files that are left out; each of them has to be one of those that are found.
 */
export function findSurfaceProblems(
  files: readonly string[],
  imports: readonly Import[],
  known: readonly string[] = unusedSurface,
): string[] {
  const used = new Set(
    imports
      .filter(({ from }) => /^(apps\/server\/src|demo)\//.test(from) && !IS_TEST.test(from))
      .filter(({ from, to }) => moduleOf(from) !== moduleOf(to))
      .map(({ to }) => to),
  );
  const isRunByJob = (file: string) => files.includes(file.replace(/\.ts$/, '.job.ts'));
  const unused = files
    .filter((file) => TOP_LEVEL.test(file) && !IS_ENTRY.test(file) && !IS_TEST.test(file))
    .filter((file) => !used.has(file) && !isRunByJob(file))
    .map((file) => file.slice(MODULES.length));
  return [
    ...unused
      .filter((file) => !known.includes(file))
      .map((file) => `${file}: only its module uses it. Move it into a folder of the module.`),
    ...known
      .filter((file) => !unused.includes(file))
      .map((file) => `${file}: remove it from unusedSurface in scripts/module-surfaces.ts`),
  ];
}

const moduleOf = (file: string): string | undefined =>
  file.startsWith(MODULES) ? file.slice(MODULES.length).split('/')[0] : undefined;
