import { continueAccountChangesJob } from './modules/accounts/continue-account-changes.job.ts';
import { publishRemainingJob } from './modules/activities/publish-requests.job.ts';
import { refreshDueAccountsJob } from './modules/activities/refresh-due-accounts.job.ts';
import { fillWordsJob } from './modules/activities/search/fill-words.job.ts';
import { changeTimeZonesJob } from './modules/activities/change-time-zones.job.ts';
import { withholdMeetingsJob } from './modules/activities/withhold-meetings.job.ts';
import { sendKeyCreatedJob } from './modules/auth/api-keys/send-key-created.job.ts';
import { sendFactorChangeJob } from './modules/sign-in-factors/send-factor-change.job.ts';
import { sendBreakGlassUsedJob } from './modules/auth/single-sign-on/send-break-glass-used.job.ts';
import { sendPasswordChangedJob } from './modules/auth/own-settings/send-password-changed.job.ts';
import { processResetRequestsJob } from './modules/auth/password-reset/process-reset-requests.job.ts';
import { sendRequestedResetJob } from './modules/auth/password-reset/send-requested-reset.job.ts';
import { removeExpiredJob } from './modules/auth/remove-expired.job.ts';
import { removeUserDataJob } from './modules/admin/remove-user-data.job.ts';
import { sendDeletionMailJob } from './modules/deletions/send-deletion-mail.job.ts';
import { forgetEndedRequestsJob } from './modules/domains/access/forget-ended-requests.job.ts';
import { removeDomainJob } from './modules/domains/remove-domain.job.ts';
import { requestReconciliationJob } from './modules/integrations/completeness/request-reconciliation.job.ts';
import { removeExpiredGrantsJob } from './modules/integrations/connect/remove-expired-grants.job.ts';
import type { Provider } from './modules/integrations/provider.ts';
import { removeExpiredIntegrationDataJob } from './modules/integrations/remove-expired-integration-data.job.ts';
import { enqueueDigestsJob } from './modules/notifications/digest/enqueue-digests.job.ts';
import { sendDigestJob } from './modules/notifications/digest/send-digest.job.ts';
import { enqueueConnectionProblemsJob } from './modules/notifications/enqueue-connection-problems.job.ts';
import { enqueueRestoredSharesJob } from './modules/notifications/enqueue-restored-shares.job.ts';
import { mailRestoredSharesJob } from './modules/notifications/mail-restored-shares.job.ts';
import { mailConnectionProblemsJob } from './modules/notifications/mail-connection-problems.job.ts';
import { refreshNamesJob } from './modules/listed-accounts/refresh-names.job.ts';
import { continueHandOversJob } from './modules/hand-overs/continue-hand-overs.job.ts';
import { continueErasuresJob } from './modules/personal-data/erasure/continue-erasures.job.ts';
import { applyRolesJob } from './modules/provisioning/roles/apply-roles.job.ts';
import { applyWorkspaceRetentionsJob } from './modules/workspaces/retention/apply-workspace-retentions.job.ts';
import { applyRetentionsJob } from './modules/personal-data/retention/apply-retentions.job.ts';
import { refreshRelationshipsJob } from './modules/relationships/refresh-due-relationships.job.ts';
import { enqueueMorningMailsJob } from './modules/notifications/morning-mail/enqueue-morning-mails.job.ts';
import { sendMorningMailJob } from './modules/notifications/morning-mail/send-morning-mail.job.ts';
import { noteDueEventsJob } from './modules/webhooks/making/note-due-events.job.ts';
import { removeOldDeliveriesJob } from './modules/webhooks/remove-old-deliveries.job.ts';
import { sendWebhookDisabledJob } from './modules/webhooks/send-webhook-disabled.job.ts';
import type { Context } from './platform/context.ts';
import { fixTenantStatisticsJob } from './platform/database/fix-tenant-statistics.job.ts';
import type { Job } from './platform/jobs/job.ts';

export interface JobContext extends Context {
  providers: readonly Provider[];
}

/** Every background job, in the order of docs/jobs.md. */
export const allJobs: readonly Job<object, JobContext>[] = [
  publishRemainingJob,
  continueAccountChangesJob,
  removeDomainJob,
  removeUserDataJob,
  refreshNamesJob,
  continueErasuresJob,
  applyRetentionsJob,
  applyWorkspaceRetentionsJob,
  continueHandOversJob,
  applyRolesJob,
  changeTimeZonesJob,
  refreshDueAccountsJob,
  refreshRelationshipsJob,
  fillWordsJob,
  withholdMeetingsJob,
  requestReconciliationJob,
  processResetRequestsJob,
  sendRequestedResetJob,
  sendPasswordChangedJob,
  sendKeyCreatedJob,
  sendDeletionMailJob,
  sendFactorChangeJob,
  sendBreakGlassUsedJob,
  enqueueDigestsJob,
  sendDigestJob,
  enqueueMorningMailsJob,
  sendMorningMailJob,
  enqueueConnectionProblemsJob,
  mailConnectionProblemsJob,
  enqueueRestoredSharesJob,
  mailRestoredSharesJob,
  noteDueEventsJob,
  sendWebhookDisabledJob,
  removeOldDeliveriesJob,
  removeExpiredJob,
  forgetEndedRequestsJob,
  removeExpiredGrantsJob,
  removeExpiredIntegrationDataJob,
  fixTenantStatisticsJob,
];
