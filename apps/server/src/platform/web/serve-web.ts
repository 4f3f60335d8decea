import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { loadWebBuild, type WebBuild } from './load-web-build.ts';
import { pageHeaders } from './page-headers.ts';
import { sendWebFile } from './web-file.ts';

/** Shown when the web application has not been built yet. */
const unbuilt =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Not built</title><p>The web application is not built yet. Run <code>npm run build</code>, then reload this page.</p></html>';

/**
 * Serves the web application from a folder: its files, and the page for every other URL that could
 * be a screen. A later build is picked up without a restart.
 */
export function serveWeb(app: FastifyInstance, { config }: Context, folder: string): void {
  const currentBuild = watchBuild(folder, () => loadWebBuild(folder, config));
  const headers = pageHeaders(config);

  app.get('/*', async (request, reply) => {
    void reply.headers(headers);
    const build = await currentBuild();
    if (build === undefined) return sendUnbuilt(reply);
    const address = request.url.split('?')[0] ?? '';
    const file = build.files.get(address);
    if (file !== undefined) return sendWebFile(file, request, reply);
    if (isFileName(address) && !isOpened(request)) return reply.callNotFound();
    return sendWebFile(build.page, request, reply);
  });
}

/**
 * No screen has a full stop in the last part of its URL. A missing file must not be served as the
 * page: a browser would take it for a script of an older build.
 */
const isFileName = (address: string): boolean => path.posix.basename(address).includes('.');

/** Whether a user opens the URL in a browser; the page then shows that nothing was found. */
const isOpened = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') ?? false;

const sendUnbuilt = (reply: FastifyReply) =>
  reply
    .status(503)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(unbuilt);

/** Vite has written all files of a build this long after its page; milliseconds. */
const settled = 2_000;

/**
 * Returns the current build; undefined without one. It is loaded again after index.html has
 * changed, and until the build is complete, so that a partially written build is replaced.
 */
function watchBuild(folder: string, load: () => Promise<WebBuild>) {
  let loaded: { changed: number; at: number; build: WebBuild } | undefined;
  return async (): Promise<WebBuild | undefined> => {
    const index = await stat(path.join(folder, 'index.html')).catch(() => undefined);
    if (index === undefined) return undefined;
    const changed = index.mtimeMs;
    if (loaded?.changed !== changed || loaded.at - changed < settled) {
      loaded = { changed, at: Date.now(), build: await load() };
    }
    return loaded.build;
  };
}
