import { Readable } from 'node:stream';
import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { limitExports, workspaceLimit } from './own-export/limit-exports.ts';
import { recordWorkspaceExport, requireExportable } from './workspace-file/require-exportable.ts';
import { exportShown } from './workspace-file/export-shown.ts';

/** The download of what all members of a workspace see, for its owners. */
export function registerWorkspaceExportRoutes(route: Route, { db }: Context): void {
  const beginExport = limitExports(workspaceLimit);
  route(
    'GET /api/workspaces/{workspaceId}/export',
    async ({ params: { workspaceId }, person, reply, requireStill }) => {
      const workspace = await requireExportable(db, person.id, workspaceId);
      const end = await beginExport(db, person.id);
      reply.raw.once('close', end);
      // A client that has gone already sends no other event.
      if (reply.raw.destroyed) end();
      await recordWorkspaceExport(db, person, workspace);
      const requireStillOwner = async () => {
        await requireStill();
        await requireExportable(db, person.id, workspaceId);
      };
      const { id, name, slug } = workspace;
      return reply
        .type('application/zip')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${slug}.zip"`)
        .send(
          Readable.from(
            exportShown({ db, workspace: { id, name }, requireStill: requireStillOwner }),
          ),
        );
    },
  );
}
