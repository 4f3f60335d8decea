/**
 * The lag of Gmail's search behind the mailbox: an email that has just arrived is in the history
 * and can be read, and a search does not find it yet. It lives as long as the process, no longer.
 */
export class SearchLag {
  readonly #now: () => number;
  readonly #arrivals = new Map<number, number>();
  #lagMs = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds. It concerns the emails that arrive from now on. */
  set(lagMs: number): void {
    this.#lagMs = lagMs;
  }

  arrived(rowId: number): void {
    if (this.#lagMs > 0) this.#arrivals.set(rowId, this.#now());
  }

  /** The rows that no search finds yet. */
  hidden(): number[] {
    for (const [rowId, at] of this.#arrivals) {
      if (at + this.#lagMs <= this.#now()) this.#arrivals.delete(rowId);
    }
    return [...this.#arrivals.keys()];
  }
}
