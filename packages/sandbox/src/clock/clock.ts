import type { DatabaseSync } from 'node:sqlite';
import { readSetting, writeSetting } from '../storage/settings.ts';

const setting = 'clockOffsetMs';

/**
 * The time that every stand-in goes by: the real one, moved by an offset that outlives a restart.
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
