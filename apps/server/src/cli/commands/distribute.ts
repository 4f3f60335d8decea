import { plural } from '@repo/domain/text/plural';
import { applicationNameIn } from '#platform/database/create-database.ts';
import {
  distributeTables,
  requireNoServers,
} from '#platform/database/distribution/distribute-tables.ts';
import type { Command } from '../command.ts';

export const distribute: Command = {
  name: 'distribute',
  summary:
    'Spreads the tables over the nodes of a Citus cluster; run it again after each migration',
  options: [],
  run: async ({ db, config }) => {
    await requireNoServers(db, applicationNameIn(config.databaseUrl ?? ''));
    const done = await distributeTables(db);
    const { distributed, detached, nodes } = done;
    const where = plural(nodes.length, 'node');
    const text = [
      distributed.length === 0
        ? `All tables are distributed over ${where} already.`
        : `Distributed over ${where}: ${distributed.join(', ')}.`,
      ...(detached.length === 0
        ? []
        : [
            `Foreign keys to them were removed from ${detached.join(', ')}, which stay on one node.`,
          ]),
    ].join('\n');
    return { data: done, text };
  },
};
