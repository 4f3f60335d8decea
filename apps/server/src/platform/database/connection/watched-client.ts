import type pg from 'pg';
import { PlanningClient } from '../prepared-statement.ts';
import { destroyConnection, type ResponseWatch } from './response-watch.ts';

type Connected = (error?: Error) => void;

/**
 * Creates the class of a pool's connections; `watch` observes them all.
 *
 * @param limitMs `statement_timeout` of statements outside a transaction.
 */
export function watchedClient(watch: ResponseWatch, limitMs?: number): typeof pg.Client {
  return class WatchedClient extends PlanningClient {
    #isInTransaction = false;
    readonly #watched = { destroy: (reason: Error) => destroyConnection(this, reason) };

    // The driver declares this with and without a callback; only the pool calls it, with a
    // callback.
    override connect(...given: unknown[]): never {
      const connected = given[0] as Connected;
      try {
        watch.requireResponding();
      } catch (error) {
        process.nextTick(() => connected(error as Error));
        return undefined as never;
      }
      this.once('end', () => watch.forget(this.#watched));
      this.on('drain', () => watch.rests(this.#watched));
      watch.waits(this.#watched);
      super.connect((error?: Error) => {
        watch.rests(this.#watched);
        connected(error);
      });
      return undefined as never;
    }

    override query(...given: unknown[]): never {
      const [text] = given;
      if (text === 'begin') this.#isInTransaction = true;
      watch.waits(this.#watched, this.#isInTransaction ? undefined : limitMs);
      if (text === 'commit' || text === 'rollback') this.#isInTransaction = false;
      return super.query(...given);
    }
  };
}
