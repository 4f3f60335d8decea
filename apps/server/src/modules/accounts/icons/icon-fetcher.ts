import type { Log } from '#platform/log/create-log.ts';
import type { FetchPublic } from '#platform/net/fetch-public.ts';
import { findIcon } from './find-icon.ts';
import type { IconCache } from './icon-cache.ts';

/** Request headers sent to web sites. */
export const iconRequest = { accept: 'image/*,text/html;q=0.5', 'user-agent': 'icon-fetcher' };

/** Maximum number of web sites requested at the same time. */
const concurrency = 4;
/** Further domains are dropped and requested again when the page is next viewed. */
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
   * Requests the icon of a domain in the background, once even if it is called several times.
   *
   * @returns a promise that resolves when the result is in the cache if the request is running; at
   *   once if the request is queued.
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
