import type { Generated } from 'kysely';
import type { CreatedAt } from './created-at.ts';

/** Scheduled backups. */
export interface BackupsTables {
  backups: BackupTable;
}

interface BackupTable {
  id: Generated<string>;
  started_at: CreatedAt;
  ended_at: Date | null;
  state: Generated<'running' | 'good' | 'failed'>;
  file: string;
  bytes: number | null;
  rows: number | null;
  problem: string | null;
}
