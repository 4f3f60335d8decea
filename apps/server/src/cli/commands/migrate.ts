import type { Command } from '../command.ts';
import { migrateDatabase } from '../open-context.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Migrates the database to this version',
  options: [],
  runBeforeSchema: async (config) => {
    await migrateDatabase(config);
    return { data: { migrated: true }, text: 'The database has the schema of this version.' };
  },
};
