import { plural } from '@repo/domain/text/plural';

/** Failures that are kept; one more says nothing new. */
const MAX_KEPT = 20;

/**
 * Collects the failures of independent parts of a job, so that all of them are reported and not only the
 * first.
 */
export class Failures {
  readonly #kept: unknown[] = [];
  #count = 0;

  add(failure: unknown): void {
    if (failure === undefined) return;
    if (failure instanceof AggregateError) {
      for (const one of failure.errors) this.add(one);
      return;
    }
    this.#count += 1;
    if (this.#kept.length < MAX_KEPT) this.#kept.push(failure);
  }

  /** The only one as it is, or one error with all of them; undefined if nothing failed. */
  get joined(): unknown {
    const [first] = this.#kept;
    if (this.#count < 2) return first;
    const message = first instanceof Error ? first.message : String(first);
    return new AggregateError(
      this.#kept,
      `${plural(this.#count, 'step')} failed, the first: ${message}`,
    );
  }
}
