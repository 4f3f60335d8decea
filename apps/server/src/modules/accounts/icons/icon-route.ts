import path from 'node:path';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import type { Route } from '../../../platform/http/route.ts';
import { fetchPublic } from './fetch-public.ts';
import { isSigned } from './icon-address.ts';
import { IconCache } from './icon-cache.ts';
import { IconFetcher } from './icon-fetcher.ts';
import { iconTypes } from './icon-type.ts';

/**
 * Serves the icons of accounts. Never lets a page wait for a foreign web site: an icon that is not
 * there yet is a 404 now, and asked for in the background.
 */
export function registerIconRoute(route: Route, { config, log }: Context): void {
  const cache = new IconCache(path.join(config.dataDir, 'icons'));
  const fetcher = new IconFetcher(fetchPublic, cache, log);

  route('GET /api/icons/{domain}/{signature}', async ({ params, reply }) => {
    const { domain, signature } = params;
    if (!isSigned(config, domain, signature)) throw notFound('Icon');
    const cached = await cache.read(domain);
    if (!cached?.isFresh) fetcher.request(domain);
    if (cached?.icon === undefined) throw notFound('Icon');
    return reply
      .header('cache-control', 'private, max-age=86400')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .type(iconTypes[cached.icon.type])
      .send(cached.icon.bytes);
  });
}
