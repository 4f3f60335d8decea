import type { Generated } from 'kysely';
import type { CreatedAt } from './created-at.ts';

/** Maintenance mode. */
export interface MaintenanceTables {
  maintenance: MaintenanceTable;
}

interface MaintenanceTable {
  id: Generated<boolean>;
  began_at: CreatedAt;
  ends_at: Date | null;
  message: string;
}
