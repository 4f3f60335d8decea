import type { Connection } from '../../platform/database/create-database.ts';

export const activeAdministrators = (db: Connection) =>
  db.selectFrom('users').select('id').where('is_admin', '=', true).where('is_active', '=', true);
