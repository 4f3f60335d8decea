import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely';
import { DatabaseUnavailableError } from './database-unavailable.ts';
import type { Schema } from './schema.ts';

/** How often a transaction is executed at most. */
const MAX_TRIES = 4;

/** The longest wait after the first execution; random, so that the same two do not collide again. */
const FIRST_WAIT_MS = 50;

/**
 * A database that repeats transactions which it ended because they collided with others. The lock order
 * (docs/ARCHITECTURE.md) prevents collisions on one node. On a cluster, a change of a table that every node
 * has a copy of locks the whole table, and Citus ends transactions that one node lets pass.
 *
 * The other effects of a transaction are repeated as well: if it does more than read and write the database,
 * use `transactionOnce`.
 */
export class RepeatingDatabase extends Kysely<Schema> {
  override transaction(): TransactionBuilder<Schema> {
    const builder = super.transaction();
    const once = builder.execute.bind(builder);
    builder.execute = (work) => repeatCollided(() => once(work));
    return builder;
  }
}

/** Executes a transaction that counts in memory, for example, or does something with files. */
export const transactionOnce = <Result>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> => Kysely.prototype.transaction.call(db).execute(work) as Promise<Result>;

async function repeatCollided<Result>(execute: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await execute();
    } catch (error) {
      if (!hasCollided(error) || tries === MAX_TRIES) throw error;
      await sleep(Math.random() * FIRST_WAIT_MS * 2 ** tries);
    }
  }
}

const hasCollided = (error: unknown) =>
  error instanceof DatabaseUnavailableError && error.reason === 'collided';
