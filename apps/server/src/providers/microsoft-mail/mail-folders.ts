import { z } from 'zod';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import type { GraphSession } from '../microsoft-auth/graph-session.ts';
import { isMissing } from '../microsoft-auth/microsoft-failure.ts';
import { MAX_FOLDER_DEPTH, MAX_FOLDERS, MAX_ID_LENGTH } from './mail-limits.ts';

/**
 * Folders whose messages are not activities, with all folders in them. Their names are in the user's language, so
 * they are found by the names that Graph gives them
 * (https://learn.microsoft.com/graph/api/resources/mailfolder).
 */
const excludedNames = {
  deleteditems: 'trash',
  junkemail: 'spam',
  drafts: 'draft',
  outbox: 'draft',
  conversationhistory: 'excluded',
  syncissues: 'excluded',
} as const;
export type Exclusion = (typeof excludedNames)[keyof typeof excludedNames];

export interface MailFolders {
  read: ReadonlySet<string>;
  /** Why folders are not read, by id. */
  excluded: ReadonlyMap<string, Exclusion>;
}

const folder = z.object({
  id: z.string().min(1).max(MAX_ID_LENGTH),
  '@odata.type': z.string().optional(),
  childFolderCount: z.number().catch(0),
});
const folderPage = z.object({
  value: z.array(z.unknown()).catch([]),
  '@odata.nextLink': z.string().optional(),
});

interface Listing {
  graph: GraphSession;
  read: Set<string>;
  excluded: Map<string, Exclusion>;
}

/**
 * Lists the folders of a mailbox. Search folders, which repeat the messages of others, are left out.
 *
 * @throws ProviderError `permanent` when there are too many.
 */
export async function listFolders(graph: GraphSession): Promise<MailFolders> {
  const listing: Listing = { graph, read: new Set(), excluded: await findExcluded(graph) };
  await listChildren(listing, '/me/mailFolders', { depth: 0, exclusion: undefined });
  if (listing.read.size === 0) {
    throw new ProviderError('temporary', 'Microsoft 365 lists no folders of this mailbox.');
  }
  return listing;
}

async function findExcluded(graph: GraphSession): Promise<Map<string, Exclusion>> {
  const names = Object.entries(excludedNames);
  const answers = await graph.batch(names.map(([name]) => `/me/mailFolders/${name}?$select=id`));
  const found = new Map<string, Exclusion>();
  for (const [index, [, exclusion]] of names.entries()) {
    const answer = answers[index];
    if (answer === undefined) continue;
    // Mailboxes need not have all of them. Others must be known, or their messages would be read.
    if ('error' in answer) {
      if (!isMissing(answer.error)) throw answer.error;
    } else {
      const parsed = folder.safeParse(answer.body);
      if (parsed.success) found.set(parsed.data.id, exclusion);
    }
  }
  return found;
}

async function listChildren(
  listing: Listing,
  path: string,
  { depth, exclusion }: { depth: number; exclusion: Exclusion | undefined },
): Promise<void> {
  if (depth > MAX_FOLDER_DEPTH) return;
  const { graph, read, excluded } = listing;
  const parents: [path: string, exclusion: Exclusion | undefined][] = [];
  const select = '$select=id,childFolderCount&$top=100';
  for (let next: string | undefined = `${path}?${select}`; next !== undefined;) {
    const page = folderPage.parse(await graph.get({ path: next }));
    for (const entry of page.value) {
      const parsed = folder.safeParse(entry);
      if (!parsed.success) continue;
      const { id, '@odata.type': type, childFolderCount } = parsed.data;
      if (type?.endsWith('mailSearchFolder') === true) continue;
      const own = excluded.get(id) ?? exclusion;
      if (own === undefined) read.add(id);
      else excluded.set(id, own);
      if (read.size + excluded.size > MAX_FOLDERS) throw tooMany();
      if (childFolderCount > 0) {
        parents.push([`/me/mailFolders/${encodeURIComponent(id)}/childFolders`, own]);
      }
    }
    const link = page['@odata.nextLink'];
    next = link === undefined || page.value.length === 0 ? undefined : graph.relativeLink(link);
  }
  for (const [child, own] of parents) {
    await listChildren(listing, child, { depth: depth + 1, exclusion: own }).catch(
      // Deleted since its parent was listed.
      (error: unknown) => {
        if (!isMissing(error)) throw error;
      },
    );
  }
}

const tooMany = () =>
  new ProviderError(
    'permanent',
    `This mailbox has more than ${MAX_FOLDERS} folders, more than can be read.`,
  );
