import { randomUUID } from 'node:crypto';

/**
 * A failure switch. `path` is matched against the whole path: `*` stands for one segment (or a part
 * of one), `**` for any number. `times` is how often it still strikes (absent: until it is cleared);
 * `probability` between 0 and 1 (absent: always).
 */
export interface FaultRule {
  path: string;
  method?: string;
  times?: number;
  probability?: number;
  effect: FaultEffect;
}

export type FaultEffect =
  /** The provider's own failure; `reason` as it names it, for example `userRateLimitExceeded`; `retryAfter` in seconds. */
  | { kind: 'fail'; status: number; reason?: string; retryAfter?: number }
  | { kind: 'slow'; ms: number }
  /** The connection breaks in the middle of the answer's body. */
  | { kind: 'cut' }
  /** Each page of a list repeats its first entry, and begins with the last one of the page before. */
  | { kind: 'duplicate-entries' }
  /** Each page of a list comes in reverse order. */
  | { kind: 'reorder-entries' };

export interface ActiveRule extends FaultRule {
  id: string;
  struck: number;
}

/** What the switches do to one request. */
export interface Strike {
  delayMs: number;
  failure: Extract<FaultEffect, { kind: 'fail' }> | undefined;
  cut: boolean;
  reorder: boolean;
  /** Entries repeat; the map holds, by list, the last entry of the page before. */
  duplicate: Map<string, unknown> | undefined;
}

/** The failures that are switched on now. They live as long as the process, no longer. */
export class FaultRules {
  readonly #rules = new Map<string, ActiveRule>();
  readonly #lastEntries = new Map<string, Map<string, unknown>>();

  add(rule: FaultRule): string {
    const id = randomUUID();
    this.#rules.set(id, { ...rule, id, struck: 0 });
    this.#lastEntries.set(id, new Map());
    return id;
  }

  /** Every rule with how often it struck, spent ones too, so that a test can tell that it did. */
  list(): ActiveRule[] {
    return [...this.#rules.values()];
  }

  remove(id: string): boolean {
    this.#lastEntries.delete(id);
    return this.#rules.delete(id);
  }

  clear(): void {
    this.#rules.clear();
    this.#lastEntries.clear();
  }

  /** Uses up one strike of every rule that meets this request; of several failures the oldest wins. */
  take(method: string, path: string): Strike {
    const strike: Strike = {
      delayMs: 0,
      failure: undefined,
      cut: false,
      reorder: false,
      duplicate: undefined,
    };
    for (const rule of this.#rules.values()) {
      const { effect } = rule;
      if (
        (effect.kind === 'fail' && strike.failure !== undefined) ||
        !strikes(rule, method, path)
      ) {
        continue;
      }
      rule.struck += 1;
      switch (effect.kind) {
        case 'slow':
          strike.delayMs += effect.ms;
          break;
        case 'fail':
          strike.failure = effect;
          break;
        case 'cut':
          strike.cut = true;
          break;
        case 'reorder-entries':
          strike.reorder = true;
          break;
        case 'duplicate-entries':
          strike.duplicate = this.#lastEntries.get(rule.id);
          break;
      }
    }
    return strike;
  }
}

function strikes(rule: ActiveRule, method: string, path: string): boolean {
  return (
    (rule.times === undefined || rule.struck < rule.times) &&
    (rule.method === undefined || rule.method === method) &&
    globToPattern(rule.path).test(path) &&
    (rule.probability === undefined || Math.random() < rule.probability)
  );
}

function globToPattern(glob: string): RegExp {
  const source = glob
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '.*');
  return new RegExp(`^${source}$`);
}
