import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { beginUpload } from './begin-upload.ts';
import { countWithheldMeetings } from './count-withheld-meetings.ts';
import { cancelFile, startImport } from './decide-file.ts';
import { listFiles } from './describe-file.ts';
import { storePart } from './store-part.ts';

export function registerMailFileRoutes(
  route: Route,
  context: Pick<Context, 'db' | 'config'>,
): void {
  route('GET /api/mail-files', async ({ person }) => ({
    files: await listFiles(context.db, person.id),
    withheldMeetings: await countWithheldMeetings(context.db, person.id),
  }));

  route('POST /api/mail-files', async ({ person, body }) => ({
    file: await beginUpload(context, person.id, body),
  }));

  route('PUT /api/mail-files/{id}/content', async ({ person, params, query, ...sent }) => ({
    file: await storePart(context, { ownerId: person.id, id: params.id }, query.offset, sent),
  }));

  route('POST /api/mail-files/{id}/import', async ({ person, params }) => ({
    file: await startImport(context, { ownerId: person.id, id: params.id }),
  }));

  route('DELETE /api/mail-files/{id}', async ({ person, params }) => {
    await cancelFile(context, { ownerId: person.id, id: params.id });
    return {};
  });
}
