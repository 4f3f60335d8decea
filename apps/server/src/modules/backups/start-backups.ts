import { runDueBackup, type BackupNeeds } from './making/run-due-backup.ts';

const LOOK_EVERY_MS = 60_000;

/** Makes the scheduled backups, also the one that was due while no process ran. */
export function startBackups(
  needs: BackupNeeds,
  intervalMs = LOOK_EVERY_MS,
): { stop: () => Promise<void> } {
  let looking: Promise<unknown> | undefined;
  const look = () => {
    // While the database does not respond, requests and syncs say so.
    looking ??= runDueBackup(needs)
      .catch((err: unknown) =>
        needs.log.warn({ err }, 'it could not be checked whether a backup is due'),
      )
      .finally(() => (looking = undefined));
  };
  look();
  const timer = setInterval(look, intervalMs).unref();
  return {
    async stop() {
      clearInterval(timer);
    },
  };
}
