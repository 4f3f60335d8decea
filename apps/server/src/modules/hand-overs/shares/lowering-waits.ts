import type { Connection, Database } from '#platform/database/create-database.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import { limitWait } from '#modules/activities/limit-wait.ts';

interface Waits {
  /** The longest wait for others who publish into an account; milliseconds. */
  waitMs?: number;
  /** The longest wait for a job that publishes for the same user; without an end if absent. */
  ownerWaitMs?: number;
}

/**
 * Remembers the shares that could not be lowered, or restored, because others publish into their accounts.
 * The steps skip them, so that one account does not delay the others.
 */
export class LoweringWaits {
  readonly waitMs: number;
  readonly #ownerWaitMs: number;
  readonly #left = new Map<string, DatabaseUnavailableError>();

  constructor({ waitMs = 3_000, ownerWaitMs = 0 }: Waits = {}) {
    this.waitMs = waitMs;
    this.#ownerWaitMs = ownerWaitMs;
  }

  /** The domains whose shares are left out. */
  get left(): string[] {
    return [...this.#left.keys()];
  }

  /** Why a share was left out; undefined if none was. */
  get failure(): DatabaseUnavailableError | undefined {
    return this.#left.values().next().value;
  }

  /**
   * Takes a step in a transaction of its own.
   *
   * @param take gets a function to call with the share that it begins to lower.
   * @returns false where that share is left out, so that the next step takes another one.
   */
  async step(
    db: Database,
    take: (tx: Connection, begin: (domainId: string) => void) => Promise<boolean>,
  ): Promise<boolean> {
    let begun: string | undefined;
    try {
      return await db.transaction().execute(async (tx) => {
        await limitWait(tx, this.#ownerWaitMs);
        return take(tx, (domainId) => {
          begun = domainId;
        });
      });
    } catch (error) {
      if (begun === undefined) throw error;
      this.leaveOut(begun, error);
      return false;
    }
  }

  /** @throws `error` where it says something else than that others have the account. */
  leaveOut(domainId: string, error: unknown): void {
    const isLocked = error instanceof DatabaseUnavailableError && error.reason === 'locked';
    if (!isLocked) throw error;
    this.#left.set(domainId, error);
  }
}
