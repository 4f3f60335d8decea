import type { Config } from '../config.ts';
import type { Database } from './database/create-database.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Log } from './log/create-log.ts';
import type { Mailer } from './mail/mailer.ts';
import type { MaintenanceWatch } from './maintenance/watch-maintenance.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { SecretBox } from './secrets/secret-box.ts';

/** Dependencies shared by the use cases of all modules. */
export interface Context {
  config: Config;
  log: Log;
  /** Knows whether it is a cluster; what modules do in two ways then is in their folders `storage/`. */
  db: Database;
  jobs: Jobs;
  mailer: Mailer;
  secretBox: SecretBox;
  /** Absent if no one serves requests. */
  maintenance?: MaintenanceWatch;
  /** Absent when metrics are not served. */
  metrics?: Metrics;
}
