import path from 'node:path';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/http/app-error.ts';
import { boundResponses } from '#platform/http/bound-responses.ts';
import type { Route } from '#platform/http/handlers.ts';
import { createFetchPublic, type FetchPublic } from '#platform/net/fetch-public.ts';
import { isSigned } from './icon-address.ts';
import type { Icon } from './find-icon.ts';
import { IconCache } from './icon-cache.ts';
import { IconFetcher, iconRequest } from './icon-fetcher.ts';
import { iconTypes } from './icon-type.ts';
import { createResolveHost } from '#platform/net/resolve-host.ts';

/**
 * The time after which a browser requests a missing icon again, which may have been fetched
 * meanwhile.
 */
const missSeconds = 300;
/**
 * Icons that are read and sent at the same time, of 256 KB at most: a client that has the address of
 * one can request it without a session.
 */
const maxSent = 100;

/**
 * Serves the icons of accounts. At most one request at a time waits for an external web site, so
 * that the icon of a new account appears at once; waiting with a whole page of them would occupy
 * the browser's few connections. The others get an empty response for now and are fetched in the
 * background. The response is empty instead of 404 because a company without an icon is not a
 * failure, and browsers log 404s.
 */
export function registerIconRoute(
  route: Route,
  { config, log }: Context,
  fetchPublic: FetchPublic = createFetchPublic(createResolveHost(), iconRequest),
): void {
  const cache = new IconCache(path.join(config.dataDir, 'icons'));
  const fetcher = new IconFetcher(fetchPublic, cache, log);
  const admit = boundResponses(maxSent);

  async function read(domain: string): Promise<Icon | undefined> {
    const cached = await cache.read(domain);
    if (cached?.isFresh) return cached.icon;
    const mayWait = cached === undefined && fetcher.isIdle;
    const asked = fetcher.request(domain);
    if (!mayWait) return cached?.icon;
    await asked;
    return (await cache.read(domain))?.icon;
  }

  route('GET /api/icons/{domain}/{signature}', async ({ params, request, reply }) => {
    const { domain, signature } = params;
    if (!isSigned(config, domain, signature)) throw notFound('Icon');
    if (!admit(request, reply)) return reply.code(204).header('cache-control', 'no-store').send();
    const icon = await read(domain);
    if (icon === undefined) {
      return reply.code(204).header('cache-control', `private, max-age=${missSeconds}`).send();
    }
    return reply
      .header('cache-control', 'private, max-age=86400')
      .header(
        'content-security-policy',
        "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      )
      .header('cross-origin-resource-policy', 'cross-origin')
      .type(iconTypes[icon.type])
      .send(icon.bytes);
  });
}
