import { Readable } from 'node:stream';
import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { readOwnData } from './own-data/read-own-data.ts';
import { exportOwnData } from './own-export/export-own-data.ts';
import { limitExports } from './own-export/limit-exports.ts';

/** The server's data about the signed-in user. */
export function registerOwnDataRoutes(route: Route, { db, log }: Context): void {
  const beginExport = limitExports();
  route('GET /api/auth/own-data', async ({ person }) => ({ kinds: await readOwnData(db, person) }));
  route('GET /api/auth/own-data/export', async ({ person, request, reply, requireStill }) => {
    const end = await beginExport(db, person.id);
    reply.raw.once('close', end);
    // A client that has gone already sends no other event.
    if (reply.raw.destroyed) end();
    log.info({ userId: person.id, from: request.ip }, 'exports their own data');
    return reply
      .type('application/zip')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="your-data.zip"')
      .send(Readable.from(exportOwnData({ db, subject: person, requireStill })));
  });
}
