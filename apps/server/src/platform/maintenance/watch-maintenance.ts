import type { Database } from '../database/create-database.ts';
import { type Maintenance, readMaintenance } from './maintenance.ts';

/** How long after its beginning a process still accepts changes; milliseconds. */
const LOOK_EVERY_MS = 2_000;

/** Knows whether there is maintenance without a query for each request. */
export interface MaintenanceWatch {
  current: () => Maintenance | undefined;
  stop: () => Promise<void>;
}

export async function watchMaintenance(
  db: Database,
  intervalMs = LOOK_EVERY_MS,
): Promise<MaintenanceWatch> {
  let current = await readMaintenance(db);
  const look = async () => {
    current = await readMaintenance(db);
  };
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    // While the database does not respond, nothing can be changed anyway.
    looking ??= look()
      .catch(() => {})
      .finally(() => (looking = undefined));
  }, intervalMs).unref();
  return {
    current: () => current,
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
