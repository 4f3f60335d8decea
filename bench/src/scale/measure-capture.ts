import { captureActivities } from '../../../apps/server/src/modules/activities/capture-activities.ts';
import { importDomains } from '../../../apps/server/src/modules/domains/import-domains.ts';
import { shareDomain } from '../../../apps/server/src/modules/domains/share-domain.ts';
import {
  createDatabase,
  type Database,
} from '../../../apps/server/src/platform/database/create-database.ts';
import type { FilledWorkspace } from '../accounts/fill-workspace.ts';

const pages = 40;
const pageSize = 100;

/**
 * Measures how many emails of one account are captured and published in a second, in pages as a
 * sync has them, each in its own transaction.
 *
 * @param observe returns the database with what watches its statements.
 */
export async function measureCapture(
  databaseUrl: string,
  { id: workspaceId, userId, personEmail }: FilledWorkspace,
  observe = (plain: Database): Database => plain,
): Promise<number> {
  const db = observe(createDatabase({ url: databaseUrl, poolSize: 2, onLostConnection: () => {} }));
  const domain = 'captured-lately.com';
  const [imported] = await importDomains(db, userId, {
    domains: [domain],
    source: 'manual',
    name: 'Captured lately',
    workspaceId,
  });
  const domainId = imported?.domain.id ?? '';
  await shareDomain(db, { userId, domainId, workspaceId });
  const started = performance.now();
  for (let page = 0; page < pages; page += 1) {
    const mails = Array.from({ length: pageSize }, (_, index) => {
      const number = page * pageSize + index;
      return {
        externalId: `${number}`,
        key: `${number}`,
        type: 'email' as const,
        occurredAt: new Date(Date.now() - number * 1_800_000),
        title: `Matter ${number}`,
        summary: 'As we said on the phone.',
        participants: [
          { name: 'Ann', email: `ann${number % 10 || ''}@${domain}`, role: 'from' as const },
          { name: 'Ben', email: personEmail, role: 'to' as const },
        ],
        messageIds: [`<${number}@${domain}>`, `<${number - (number % 4)}@${domain}>`],
      };
    });
    const from = { ownerId: userId, provider: 'gmail', source: personEmail };
    await db.transaction().execute((tx) => captureActivities(tx, from, mails));
  }
  const seconds = (performance.now() - started) / 1_000;
  await db.destroy();
  return (pages * pageSize) / seconds;
}
