import type { Context } from '#platform/context.ts';
import { composeDeletionMail, type Deleted } from './deletion-mail.ts';
import { sendDeletionMailJob } from '../send-deletion-mail.job.ts';

type Needs = Pick<Context, 'config' | 'jobs' | 'log' | 'mailer'>;

/**
 * Notifies a user that they were deleted, and how they come back. A job repeats a mail that cannot be sent, unless
 * everything is deleted at once: by then the address is gone.
 *
 * @param workspaceIds of `deleted.workspaces`
 */
export async function notifyDeleted(
  { config, jobs, log, mailer }: Needs,
  deleted: Deleted,
  workspaceIds: readonly string[] = [],
): Promise<void> {
  const { user, by, endsAt } = deleted;
  try {
    await mailer.send(composeDeletionMail(config, deleted));
  } catch (error) {
    const isRepeated = endsAt !== undefined;
    log.error(
      { err: error, userId: user.id },
      `the mail about a deletion could not be sent${isRepeated ? '; it is tried again' : ''}`,
    );
    if (!isRepeated) return;
    const data = { userId: user.id, by, workspaceIds: [...workspaceIds] };
    await jobs.enqueue(sendDeletionMailJob, data, { startAfterSeconds: 30 }).catch((failure) => {
      log.error({ err: failure, userId: user.id }, 'the mail about a deletion is not tried again');
    });
  }
}
