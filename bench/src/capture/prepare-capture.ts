import { importDomains } from '../../../apps/server/src/modules/domains/tracking/import-domains.ts';
import { sealCredentials } from '../../../apps/server/src/modules/integrations/connect/credentials.ts';
import type { Cursor } from '../../../apps/server/src/modules/integrations/provider/activity-source.ts';
import type { Credentials } from '../../../apps/server/src/modules/integrations/provider/connect-methods.ts';
import type { Database } from '../../../apps/server/src/platform/database/create-database.ts';
import type { Jobs } from '../../../apps/server/src/platform/jobs/jobs.ts';
import type { createSecretBox } from '../../../apps/server/src/platform/secrets/secret-box.ts';
import { createMakers } from '../../../apps/server/test/test-makers.ts';
import { self } from './make-mail.ts';

export const noJobs: Jobs = {
  enqueue: async () => false,
  work: async () => {},
  schedule: async () => {},
  stop: async () => {},
};

interface CaptureSource {
  provider: 'gmail' | 'imap';
  credentials: Credentials;
  cursor: Cursor;
  /** Each shared as an account; acme.com when absent. */
  domains?: string[];
}

/** A user who shares accounts, with a mailbox to read whole. */
export async function prepareCapture(
  db: Database,
  secretBox: ReturnType<typeof createSecretBox>,
  { provider, credentials, cursor, domains = ['acme.com'] }: CaptureSource,
): Promise<void> {
  const make = createMakers(db);
  const workspace = await make.workspace();
  const person = await make.member(workspace.id, { email: self });
  for (const domain of domains) {
    await importDomains(db, person.id, {
      domains: [domain],
      source: 'manual',
      name: domain,
      workspaceId: workspace.id,
    });
  }
  const { id } = await db
    .insertInto('integrations')
    .values({ owner_id: person.id, provider, source: self, cursor: JSON.stringify(cursor) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sealed = sealCredentials({ secretBox }, id, credentials);
  await db.updateTable('integrations').set(sealed).where('id', '=', id).execute();
  await db
    .insertInto('sync_tasks')
    .values({
      owner_id: person.id,
      integration_id: id,
      kind: 'backfill',
      domains,
      since: new Date(0),
    })
    .execute();
}
