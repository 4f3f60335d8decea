import type { GraphSession } from '../microsoft-auth/graph-session.ts';
import { listFolders, type MailFolders } from './mail-folders.ts';

/** The folders of a mailbox during one sync. */
export interface FolderCache {
  /** Lists them again. */
  refresh: () => Promise<MailFolders>;
  current: () => Promise<MailFolders>;
  /** Whether messages in a folder are read. A folder that is not known may be new, so they are listed again. */
  isRead: (id: string | null | undefined) => Promise<boolean>;
}

export function createFolderCache(graph: GraphSession): FolderCache {
  let listing: Promise<MailFolders> | undefined;
  /** Folders that no list names, such as hidden ones. */
  let unlisted = new Set<string>();
  const refresh = () => {
    unlisted = new Set();
    const begun = listFolders(graph);
    listing = begun;
    begun.catch(() => {
      if (listing === begun) listing = undefined;
    });
    return begun;
  };
  const current = () => listing ?? refresh();
  return {
    refresh,
    current,
    async isRead(id) {
      if (id == null) return true;
      const known = await current();
      if (known.read.has(id) || known.excluded.has(id) || unlisted.has(id)) {
        return known.read.has(id);
      }
      const fresh = await refresh();
      if (fresh.read.has(id)) return true;
      unlisted.add(id);
      return false;
    },
  };
}
