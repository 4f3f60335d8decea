import type { Log } from '../../../platform/log/create-log.ts';
import type { FetchPublic } from './fetch-public.ts';
import { findIcon } from './find-icon.ts';
import type { IconCache } from './icon-cache.ts';

/** Web sites asked at the same time. */
const concurrency = 4;
/** What waits beyond that is asked for again with the next look at the page. */
const longestQueue = 1_000;

/** Asks web sites for their icons in the background and puts the answers into the cache. */
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

  /** Has a domain asked soon, once however often it is wished for. */
  request(domain: string): void {
    if (this.#running.has(domain) || this.#waiting.size >= longestQueue) return;
    this.#waiting.add(domain);
    this.#next();
  }

  /** Resolves when nothing is being asked any more. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
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
