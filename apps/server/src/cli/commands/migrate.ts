import type { Command } from '../command.ts';
import { migrateDatabase } from '../open-context.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Brings the database to the schema of this version',
  options: {},
  runBeforeSchema: async (config) => {
    await migrateDatabase(config);
    return { data: { migrated: true }, text: 'The database has the schema of this version.' };
  },
};
