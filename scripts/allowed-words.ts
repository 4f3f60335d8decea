/**
 * How many rejected words a file may contain. Only for names that cannot change here: `setAside` in
 * a stored JSON object, `left_out_days` a table.
 */
export const allowedWords: Readonly<Record<string, number>> = {
  'apps/server/src/modules/integrations/list-integrations.ts': 1,
  'apps/server/src/modules/integrations/sync/lease.ts': 1,
  'apps/server/src/platform/database/schema/integrations.ts': 2,
  'apps/server/src/platform/database/tenant-keys.fixture.ts': 1,
};
