import { randomUUID } from 'node:crypto';
import type { Failure, SandboxRequest } from '../http/exchange.ts';

/**
 * An injected failure. `path` is matched against the whole path: `*` matches one segment (or a part
 * of one), `**` any number. `bodyIncludes` is text that the request's body must contain, which
 * distinguishes the requests to one GraphQL address. `times` is how often it is still injected
 * (absent: until it is cleared); `probability` between 0 and 1 (absent: always).
 */
export interface FaultRule {
  path: string;
  method?: string;
  bodyIncludes?: string;
  times?: number;
  probability?: number;
  effect: FaultEffect;
}

export type FaultEffect =
  /** The provider's own failure. */
  | ({ kind: 'fail' } & Failure)
  | { kind: 'slow'; ms: number }
  /** The connection breaks in the middle of the response body. */
  | { kind: 'cut' }
  /**
   * Each page of a list repeats its first entry, and begins with the last one of the page before.
   */
  | { kind: 'duplicate-entries' }
  /** Each page of a list comes in reverse order. */
  | { kind: 'reorder-entries' }
  | CallEffect;

/**
 * After the response is created, and before it is sent, something happens to the account: one of the
 * sandbox's own control calls, for example the deletion of an email between two pages.
 */
export interface CallEffect {
  kind: 'call';
  method: string;
  /** Begins with `/sandbox/`. */
  path: string;
  body?: unknown;
}

export interface ActiveRule extends FaultRule {
  id: string;
  struck: number;
  /** The status of the response to the last control request of this rule. */
  callStatus?: number;
}

/** The effect of the fault rules on one request. */
export interface Strike {
  delayMs: number;
  failure: Failure | undefined;
  /** Sent after the response is created; each reports its own status to its rule. */
  calls: { effect: CallEffect; answered: (status: number) => void }[];
  cut: boolean;
  reorder: boolean;
  /** Entries repeat; the map has the last entry of the page before, by list. */
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

  /** Every rule, used-up ones included, with how often it was injected, for tests. */
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

  /**
   * Uses up one strike of every rule that meets this request; of several failures the oldest wins.
   */
  take(request: Omit<SandboxRequest, 'params'>): Strike {
    const strike: Strike = {
      delayMs: 0,
      failure: undefined,
      calls: [],
      cut: false,
      reorder: false,
      duplicate: undefined,
    };
    for (const rule of this.#rules.values()) {
      const { effect } = rule;
      if ((effect.kind === 'fail' && strike.failure !== undefined) || !strikes(rule, request)) {
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
        case 'call':
          strike.calls.push({
            effect,
            answered: (status) => {
              rule.callStatus = status;
            },
          });
          break;
      }
    }
    return strike;
  }
}

function strikes(
  rule: ActiveRule,
  { method, path, body }: Omit<SandboxRequest, 'params'>,
): boolean {
  return (
    (rule.times === undefined || rule.struck < rule.times) &&
    (rule.method === undefined || rule.method === method) &&
    globToPattern(rule.path).test(path) &&
    (rule.bodyIncludes === undefined || body.includes(rule.bodyIncludes)) &&
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
