import { plural } from '@repo/domain/text/plural';
import { MAX_BACKUP_AGE_SECONDS, type readBackups } from '#modules/backups/read-backups.ts';
import { type Finding, sizeText, timeText, utcText } from './status/checks.ts';

type Backups = Awaited<ReturnType<typeof readBackups>>;

/**
 * Whether there is a recent backup that could be restored.
 *
 * @param isOn whether this process has the setting; another one may have it alone.
 */
export function checkBackup({ good, failed, running }: Backups, isOn: boolean): Finding {
  if (good === undefined && failed === undefined && running === undefined) {
    return isOn
      ? { state: 'attention', message: 'No backup was made yet: start a worker.' }
      : {
          state: 'off',
          message:
            'Scheduled backups are off. Set BACKUP_DIR, or back up the database by other means.',
        };
  }
  const last = good && `The last good one is of ${utcText(good.startedAt)}.`;
  if (failed && !(good && good.startedAt > failed.startedAt)) {
    const problem = (failed.problem ?? '').replace(/[.\s]*$/, '.');
    return {
      state: 'attention',
      message: `The backup of ${utcText(failed.startedAt)} failed: ${problem} ${last ?? 'There is no good one yet.'}`,
    };
  }
  if (good === undefined) return { state: 'good', message: 'The first backup is being made.' };
  const age = (Date.now() - good.startedAt.getTime()) / 1_000;
  if (age > MAX_BACKUP_AGE_SECONDS) {
    return {
      state: 'attention',
      message: `The last good backup is ${timeText(age)} old (${utcText(good.startedAt)}): start a worker with BACKUP_DIR.`,
    };
  }
  return {
    state: 'good',
    message: `The backup of ${utcText(good.startedAt)} was restored for a check: ${plural(good.rows ?? 0, 'row')}, ${sizeText(good.bytes ?? 0)}, in ${good.file}.`,
  };
}
