import { googleError, type QuotaWording } from './google-error.ts';

/** Google counts its quotas per minute; milliseconds. */
const spanMs = 60_000;

/** The requests for one user's mailbox or calendar, by method, since the sandbox started. */
export interface MethodCount {
  answered: number;
  /** Refused because the quota was used up. */
  refused: number;
}

/** A quota for a minute and user. */
export interface MinuteQuota extends QuotaWording {
  units: number;
}

/**
 * Counts the requests of each user and refuses those that are beyond a quota per minute. No span
 * of a minute sees more units than there are; a refused request costs none, as at Google. It counts
 * real time, whatever the sandbox's clock says.
 */
export class RequestMeter {
  readonly #quota: MinuteQuota | undefined;
  readonly #counts = new Map<number, Map<string, MethodCount>>();
  readonly #spent = new Map<number, { at: number; units: number }[]>();

  /** @param quota undefined for none. */
  constructor(quota: MinuteQuota | undefined) {
    this.#quota = quota;
  }

  /** Counts one request. Responds with 403 in Google's shape when the quota is used up. */
  spend(owner: number, method: string, units: number): void {
    const count = this.#countOf(owner, method);
    if (this.#quota !== undefined && !this.#take(owner, units, this.#quota.units)) {
      count.refused += 1;
      const { metric, limit, service } = this.#quota;
      throw googleError(
        403,
        'rateLimitExceeded',
        `Quota exceeded for quota metric '${metric}' and limit '${limit}' of service '${service}' for consumer 'project_number:1'.`,
      );
    }
    count.answered += 1;
  }

  /** By method. */
  counts(owner: number): Record<string, MethodCount> {
    return Object.fromEntries(this.#counts.get(owner) ?? []);
  }

  reset(owner: number): void {
    this.#counts.delete(owner);
  }

  #countOf(owner: number, method: string): MethodCount {
    const counts = this.#counts.get(owner) ?? new Map<string, MethodCount>();
    this.#counts.set(owner, counts);
    const count = counts.get(method) ?? { answered: 0, refused: 0 };
    counts.set(method, count);
    return count;
  }

  #take(owner: number, units: number, limit: number): boolean {
    const now = performance.now();
    const spent = (this.#spent.get(owner) ?? []).filter(({ at }) => at > now - spanMs);
    const used = spent.reduce((sum, one) => sum + one.units, 0);
    const isLeft = used + units <= limit;
    if (isLeft) spent.push({ at: now, units });
    this.#spent.set(owner, spent);
    return isLeft;
  }
}
