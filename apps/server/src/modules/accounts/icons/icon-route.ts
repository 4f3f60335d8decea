import path from 'node:path';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import type { Route } from '../../../platform/http/route.ts';
import { createFetchPublic, type FetchPublic } from '../../../platform/net/fetch-public.ts';
import { isSigned } from './icon-address.ts';
import type { Icon } from './find-icon.ts';
import { IconCache } from './icon-cache.ts';
import { IconFetcher, iconRequest } from './icon-fetcher.ts';
import { iconTypes } from './icon-type.ts';
import { createResolveHost } from '../../../platform/net/resolve-host.ts';

/** A browser asks again for an icon that was not there; it may have been found meanwhile. */
const missSeconds = 300;

/**
 * Serves the icons of accounts. At most one request at a time waits for a foreign web site, so that
 * the icon of a new account is there at once; a whole page of them would keep the browser's few
 * connections busy. The others get an empty answer for now, and are asked for in the background.
 * Empty and not 404: a company without an icon is no failure, and browsers log those.
 */
export function registerIconRoute(
  route: Route,
  { config, log }: Context,
  fetchPublic: FetchPublic = createFetchPublic(createResolveHost(), iconRequest),
): void {
  const cache = new IconCache(path.join(config.dataDir, 'icons'));
  const fetcher = new IconFetcher(fetchPublic, cache, log);

  async function read(domain: string): Promise<Icon | undefined> {
    const cached = await cache.read(domain);
    if (cached?.isFresh) return cached.icon;
    const mayWait = cached === undefined && fetcher.isIdle;
    const asked = fetcher.request(domain);
    if (!mayWait) return cached?.icon;
    await asked;
    return (await cache.read(domain))?.icon;
  }

  route('GET /api/icons/{domain}/{signature}', async ({ params, reply }) => {
    const { domain, signature } = params;
    if (!isSigned(config, domain, signature)) throw notFound('Icon');
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
