import { checkBackup } from '#modules/admin/check-backup.ts';
import { readBackups } from '#modules/backups/read-backups.ts';
import type { Finding } from '#modules/integrations/provider/provider-check.ts';
import type { CliContext } from '../command.ts';

const states = { good: 'good', attention: 'bad', off: 'unset' } as const;

/** Whether there is a recent scheduled backup that could be restored. */
export async function checkBackups({ db, config }: CliContext): Promise<Finding> {
  const { state, message } = checkBackup(await readBackups(db), config.backup !== undefined);
  return { subject: 'BACKUP_DIR', state: states[state], says: message };
}
