import type { Log } from '../../../platform/log/create-log.ts';
import type { FetchPublic } from '../../../platform/net/fetch-public.ts';
import { findIcon } from './find-icon.ts';
import type { IconCache } from './icon-cache.ts';

/** What web sites are told. */
export const iconRequest = { accept: 'image/*,text/html;q=0.5', 'user-agent': 'icon-fetcher' };

/** Web sites asked at the same time. */
const concurrency = 4;
/** What waits beyond that is asked for again with the next look at the page. */
const maxQueueLength = 1_000;

/** Requests icons from web sites in the background and stores the results in the cache. */
export class IconFetcher {
  readonly #fetch: FetchPublic;
  readonly #cache: IconCache;
  readonly #log: Log;
  readonly #waiting = new Set<string>();
  readonly #running = new Map<string, Promise<void>>();

  constructor(fetch: FetchPublic, cache: IconCache, log: Log) {
    this.#fetch = fetch;
    this.#cache = cache;
    this.#log = log;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /**
   * Has a domain asked, once however often it is wished for.
   *
   * @returns a promise of the answer in the cache when it is being asked now; when it has to wait
   *   for others, one that is kept at once.
   */
  async request(domain: string): Promise<void> {
    if (!this.#running.has(domain) && this.#waiting.size < maxQueueLength) {
      this.#waiting.add(domain);
      this.#next();
    }
    await this.#running.get(domain);
  }

  #next(): void {
    const [domain] = this.#waiting;
    if (domain === undefined || this.#running.size >= concurrency) return;
    this.#waiting.delete(domain);
    const asking = this.#ask(domain).finally(() => {
      this.#running.delete(domain);
      this.#next();
    });
    this.#running.set(domain, asking);
    this.#next();
  }

  async #ask(domain: string): Promise<void> {
    try {
      await this.#cache.write(domain, await findIcon(this.#fetch, domain));
    } catch (error) {
      this.#log.warn({ err: error, domain }, 'icon not kept');
    }
  }
}
