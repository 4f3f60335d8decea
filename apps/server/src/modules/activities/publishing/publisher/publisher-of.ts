import { storageBy } from '#platform/database/distribution/storage.ts';
import { lockAccounts } from '../../lock-accounts.ts';
import { refreshPublished } from '../refresh-published.ts';
import { refreshWords } from '../refresh-words.ts';
import { afterCommit } from './after-commit.ts';
import type { Publisher } from './publisher.ts';

/** On one machine a change and its published rows become visible at the same moment. */
const inTransaction: Publisher = {
  async lock(tx, touched) {
    const byWorkspace = Map.groupBy(touched, ({ workspaceId }) => workspaceId);
    for (const workspaceId of [...byWorkspace.keys()].sort()) {
      const inWorkspace = byWorkspace.get(workspaceId) ?? [];
      await lockAccounts(tx, workspaceId, [
        ...new Set(inWorkspace.map(({ accountId }) => accountId)),
      ]);
    }
  },
  publish: (tx, _ownerId, touched, part = 'everything') =>
    part === 'words' ? refreshWords(tx, touched) : refreshPublished(tx, touched),
  finish: async () => {},
  // A colleague's withdrawal may have left requests for the same activities: they only show, and hide nothing.
  isPublished: async () => true,
  requireReachable: async () => {},
  // A request is only stored for activities that its transaction could not publish.
  leftAfterSeconds: 0,
};

/** The publisher of a database, also of its transactions. */
export const publisherOf = storageBy<Publisher>({ oneNode: inTransaction, cluster: afterCommit });
