import type { DatabaseSync } from 'node:sqlite';
import { readSetting, writeSetting } from '../storage/settings.ts';

const setting = 'clockOffsetMs';

/**
 * The time of all stand-ins: the real one plus an offset that is stored across restarts.
 */
export class Clock {
  readonly #database: DatabaseSync;
  readonly #base: () => number;
  #offsetMs: number;

  constructor(database: DatabaseSync, base: () => number) {
    this.#database = database;
    this.#base = base;
    this.#offsetMs = Number(readSetting(database, setting) ?? 0);
  }

  /** Milliseconds. Bound, so that it can be handed on alone. */
  now = (): number => this.#base() + this.#offsetMs;

  get offsetMs(): number {
    return this.#offsetMs;
  }

  set offsetMs(offsetMs: number) {
    writeSetting(this.#database, setting, String(offsetMs));
    this.#offsetMs = offsetMs;
  }
}
