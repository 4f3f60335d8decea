import { CLI_COMMAND } from '#platform/cli-command.ts';
import { plural } from '@repo/domain/text/plural';
import type { Finding } from '#modules/integrations/provider/provider-check.ts';
import type { Database } from '#platform/database/create-database.ts';
import { describeMisplaced } from '#platform/database/distribution/distribute-tables.ts';
import {
  type Distribution,
  readDistribution,
} from '#platform/database/distribution/read-distribution.ts';
import { tenantTables } from '#platform/database/distribution/tenant-tables.ts';

/** Checks how the tables are distributed; returns nothing for a database that is not on a cluster. */
export async function checkDistribution(db: Database): Promise<Finding[]> {
  const distribution = await readDistribution(db);
  return distribution === undefined ? [] : [{ subject: 'Citus', ...judge(distribution) }];
}

const RUN = `Run: ${CLI_COMMAND} distribute`;

function judge(distribution: Distribution): Pick<Finding, 'state' | 'says'> {
  const { nodes, unreachable, incomplete, pending, attached, misplaced } = distribution;
  if (unreachable.length > 0) {
    return {
      state: 'bad',
      says: `${unreachable.join(', ')} cannot be reached. What is stored there cannot be read or changed.`,
    };
  }
  if (incomplete.length > 0) {
    const lack = incomplete.length === 1 ? 'lacks' : 'lack';
    return { state: 'bad', says: `${incomplete.join(', ')} ${lack} the extension citus.` };
  }
  if (misplaced.length > 0) return { state: 'bad', says: describeMisplaced(misplaced) };
  const distributed = Object.values(tenantTables).filter((tenancy) => tenancy !== 'local').length;
  if (pending.length === distributed) {
    return { state: 'unset', says: `no table is distributed. ${RUN}` };
  }
  if (pending.length > 0) {
    return { state: 'bad', says: `not distributed yet: ${pending.join(', ')}. ${RUN}` };
  }
  if (attached.length > 0) {
    return {
      state: 'bad',
      says: `foreign keys lead to distributed tables from ${attached.join(', ')}, and statements on them fail. ${RUN}`,
    };
  }
  return {
    state: 'good',
    says: `all tables are distributed over ${plural(nodes.length, 'node')}.`,
  };
}
