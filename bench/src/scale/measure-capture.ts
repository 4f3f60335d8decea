import type { ActivityToCapture } from '../../../apps/server/src/modules/activities/activity-to-capture.ts';
import { captureAndPublish } from '../../../apps/server/src/modules/activities/capture-and-publish.fixture.ts';
import { chooseStorage } from '../../../apps/server/src/platform/database/distribution/storage.ts';
import { importDomains } from '../../../apps/server/src/modules/domains/tracking/import-domains.ts';
import { shareDomain } from '../../../apps/server/src/modules/domains/sharing/share-domain.ts';
import {
  createDatabase,
  type Database,
} from '../../../apps/server/src/platform/database/create-database.ts';
import type { FilledWorkspace } from '../accounts/fill-workspace.ts';
import { type Timed, untimed } from './timed.ts';

const pages = 40;
const pageSize = 100;

interface Options {
  /** New to the workspaces. */
  domain?: string;
  /** Returns the database with what watches its statements. */
  observe?: (plain: Database) => Database;
  timed?: Timed;
}

/**
 * Measures how many emails are captured and published in a second, in pages as a sync has them, each
 * in its own transaction: one owner in each workspace, all at once, into one account each. On a
 * cluster a page counts when what it requested is published.
 *
 * @throws Error when an email is not published at the end.
 */
export async function measureCapture(
  databaseUrl: string,
  workspaces: readonly FilledWorkspace[],
  { domain = 'captured-lately.com', observe = (plain) => plain, timed = untimed }: Options = {},
): Promise<number> {
  const captures = await Promise.all(
    workspaces.map((workspace) => prepare(databaseUrl, workspace, { domain, observe })),
  );
  const started = performance.now();
  await timed(() => Promise.all(captures.map(({ capture }) => capture())));
  const seconds = (performance.now() - started) / 1_000;
  for (const { requirePublished, db } of captures) {
    await requirePublished();
    await db.destroy();
  }
  return (workspaces.length * pages * pageSize) / seconds;
}

/** A member of the workspace who tracks the domain and shares it. */
async function prepare(
  databaseUrl: string,
  { id: workspaceId, userId, personEmail }: FilledWorkspace,
  { domain, observe }: Required<Pick<Options, 'domain' | 'observe'>>,
) {
  const db = observe(createDatabase({ url: databaseUrl, poolSize: 2, onLostConnection: () => {} }));
  await chooseStorage(db);
  const [imported] = await importDomains(db, userId, {
    domains: [domain],
    source: 'manual',
    name: 'Captured lately',
    workspaceId,
  });
  const domainId = imported?.domain.id ?? '';
  await shareDomain(db, { userId, domainId, workspaceId });
  const from = { ownerId: userId, provider: 'gmail' as const, source: personEmail };
  return {
    db,
    async capture() {
      for (let page = 0; page < pages; page += 1) {
        await captureAndPublish(db, from, pageOf(page, domain, personEmail));
      }
    },
    async requirePublished() {
      const { published } = await db
        .selectFrom('account_activities')
        .innerJoin('workspace_accounts', (join) =>
          join
            .onRef('workspace_accounts.workspace_id', '=', 'account_activities.workspace_id')
            .onRef('workspace_accounts.id', '=', 'account_activities.account_id'),
        )
        .where('workspace_accounts.workspace_id', '=', workspaceId)
        .where('workspace_accounts.domain', '=', domain)
        .select(({ fn }) => fn.countAll<number>().as('published'))
        .executeTakeFirstOrThrow();
      if (published === pages * pageSize) return;
      throw new Error(`${published} of ${pages * pageSize} emails are published.`);
    },
  };
}

const pageOf = (page: number, domain: string, personEmail: string): ActivityToCapture[] =>
  Array.from({ length: pageSize }, (_, index) => {
    const number = page * pageSize + index;
    return {
      externalId: `${number}@${domain}`,
      key: `${number}@${domain}`,
      type: 'email',
      occurredAt: new Date(Date.now() - number * 1_800_000),
      title: `Matter ${number}`,
      summary: 'As we said on the phone.',
      participants: [
        { name: 'Ann', email: `ann${number % 10 || ''}@${domain}`, role: 'from' },
        { name: 'Ben', email: personEmail, role: 'to' },
      ],
      messageIds: [`<${number}@${domain}>`, `<${number - (number % 4)}@${domain}>`],
    };
  });
