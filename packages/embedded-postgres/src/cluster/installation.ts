import type { Binaries } from './find-binaries.ts';
import type { DatabaseUser } from './choose-database-user.ts';

/** One embedded PostgreSQL: which folder, which programs, run by whom. */
export interface Installation {
  /**
   * Absolute, without symbolic links. Contains `cluster/` (the data and its passwords) and
   * `postgres.log`.
   */
  dataDir: string;
  binaries: Binaries;
  /** Set when we are root, which PostgreSQL refuses to run as. */
  user: DatabaseUser | undefined;
  /** False only for throw-away databases: nothing is forced to disk. */
  durable: boolean;
  maxConnections: number;
}
