import { protectionNumber } from '@repo/domain/sharing/protected-address';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { endProtection } from '../protected/end-protection.ts';
import { listProtected } from '../protected/list-protected.ts';
import { protectAddress } from '../protected/protect-address.ts';
import { requestProtectionUpdates, takeProtectionUpdates } from '../update-protections.ts';
import type { Step } from './random-steps.fixture.ts';

/** Steps that change which addresses a user or a workspace protects. */
export const protectionSteps = (
  db: Database,
  {
    userId,
    workspaceId,
    name = '',
    shares,
    number = 0,
  }: Omit<Step, 'workspace'> & { userId: string; workspaceId: string },
): Record<string, () => Promise<unknown>> => {
  /** Without `shares` it ends. */
  const store = () =>
    db.transaction().execute(async (tx) => {
      await sql`
        delete from workspace_protected_addresses
        where workspace_id = ${workspaceId} and address = ${name}`.execute(tx);
      if (shares !== undefined) {
        await sql`
          insert into workspace_protected_addresses (workspace_id, address, level)
          values (${workspaceId}, ${name}, ${protectionNumber(shares)})
          on conflict (workspace_id, address) do update set level = excluded.level`.execute(tx);
      }
      await requestProtectionUpdates(tx, workspaceId);
    });
  return {
    protect: () => protectAddress(db, userId, { address: name, shares: shares ?? 'nothing' }),
    'end protection': async () => {
      const addresses = await listProtected(db, userId);
      const one = addresses[number % Math.max(1, addresses.length)];
      if (one !== undefined) await endProtection(db, userId, one.address);
    },
    'begin to protect for everyone': store,
    'protect for everyone': async () => {
      await store();
      await takeProtectionUpdates(db, () => false, workspaceId);
    },
  };
};
