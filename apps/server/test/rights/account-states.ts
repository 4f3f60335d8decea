import { continueAccountChanges } from '#modules/accounts/deletion/continue-account-changes.ts';
import { deleteAccount } from '#modules/accounts/deletion/delete-account.ts';
import { restoreAccount } from '#modules/accounts/deletion/restore-account.ts';
import { mergeAccounts } from '#modules/accounts/merging/merge-accounts.ts';
import { mergeDeletedAccount } from '#modules/accounts/merging/merge-deleted-account.ts';
import { storeShareLevel } from '#modules/domains/set-share-level.ts';
import { storeShare } from '#modules/domains/sharing/share-domain.ts';
import { unshareDomain } from '#modules/domains/sharing/unshare-domain.ts';
import type { TestAnswer } from '../test-call.ts';
import type { SharedDomain } from './shared-domain.ts';

interface AccountState {
  /** Brings the account, which a domain is shared with, into the state. */
  enter: (shared: SharedDomain) => Promise<unknown>;
  /** Makes what the state stores count again, as colleagues and jobs do. Refusals are results, too. */
  revive: (shared: SharedDomain) => Promise<unknown>;
}

const nothing = async () => {};
const run = ({ app }: SharedDomain) => continueAccountChanges(app.context);
const succeed = async (answer: Promise<TestAnswer<unknown>>) => void (await answer).data;

const remove = ({ app, bob, accountId }: SharedDomain) =>
  succeed(
    app.call('DELETE /api/accounts/{accountId}', { token: bob.token, params: { accountId } }),
  );

const restore = ({ app, bob, accountId, workspaceId }: SharedDomain) =>
  app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore', {
    token: bob.token,
    params: { workspaceId, accountId },
  });

const mergeDeleted = ({ app, bob, accountId, workspaceId, otherId }: SharedDomain) =>
  app.call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge', {
    token: bob.token,
    params: { workspaceId, accountId },
    body: { intoAccountId: otherId },
  });

const archive = ({ app, admin, workspaceId }: SharedDomain, archived: boolean) =>
  succeed(
    app.call('PUT /api/admin/workspaces/{id}/archived', {
      token: admin.token,
      params: { id: workspaceId },
      body: { archived },
    }),
  );

const archiveAll = ({ app, admin, organizationId }: SharedDomain, archived: boolean) =>
  succeed(
    app.call('PUT /api/admin/organizations/{id}/archived', {
      token: admin.token,
      params: { id: organizationId },
      body: { archived },
    }),
  );

const handOver =
  (choice: 'redact' | 'erase') =>
  ({ app, admin, ann, workspaceId }: SharedDomain) =>
    succeed(
      app.call('POST /api/workspaces/{workspaceId}/members/{userId}/hand-over', {
        token: admin.token,
        params: { workspaceId, userId: ann.id },
        body: { choice },
      }),
    );

const bringBack = ({ app, admin, ann, workspaceId }: SharedDomain) =>
  app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}/hand-over', {
    token: admin.token,
    params: { workspaceId, userId: ann.id },
  });

/** Everything that can be going on with an account while a right to what is published in it is withdrawn. */
export const accountStates: Record<string, AccountState> = {
  'in use': { enter: nothing, revive: nothing },
  'shared a moment ago': {
    enter: async ({ app, ann, domainId, workspaceId }) => {
      const share = { userId: ann.id, domainId, workspaceId };
      await unshareDomain(app.db, share);
      await storeShare(app.db, share);
    },
    revive: nothing,
  },
  'with a level that is changing': {
    enter: ({ app, ann, domainId }) =>
      storeShareLevel(app.db, { userId: ann.id, domainId, level: 'activity' }),
    revive: nothing,
  },
  'left, to be redacted': { enter: handOver('redact'), revive: bringBack },
  'left, to be erased': { enter: handOver('erase'), revive: bringBack },
  'being deleted': {
    enter: ({ app, bob, accountId }) => deleteAccount(app.db, bob, accountId),
    revive: restore,
  },
  deleted: { enter: remove, revive: restore },
  'deleted, to be merged': { enter: remove, revive: mergeDeleted },
  'restored without its shares': {
    enter: async (shared) => {
      await remove(shared);
      await restoreAccount(shared.app.db, shared.bob, shared);
    },
    revive: run,
  },
  restored: {
    enter: async (shared) => {
      await remove(shared);
      await restore(shared);
    },
    revive: nothing,
  },
  'being merged': {
    enter: ({ app, bob, accountId, otherId }) =>
      mergeAccounts(app.db, bob, { accountId, intoId: otherId }),
    revive: run,
  },
  merged: {
    enter: ({ app, bob, accountId, otherId }) =>
      succeed(
        app.call('POST /api/accounts/{accountId}/merge', {
          token: bob.token,
          params: { accountId },
          body: { intoAccountId: otherId },
        }),
      ),
    revive: nothing,
  },
  'merged after its deletion, without its shares': {
    enter: async (shared) => {
      await remove(shared);
      const { app, bob, otherId: intoId } = shared;
      await mergeDeletedAccount(app.db, bob, { ...shared, intoId });
    },
    revive: run,
  },
  'in an archived workspace': {
    enter: (shared) => archive(shared, true),
    revive: (shared) => archive(shared, false),
  },
  'in an archived organization': {
    enter: (shared) => archiveAll(shared, true),
    revive: (shared) => archiveAll(shared, false),
  },
  'deleted in an archived workspace': {
    enter: async (shared) => {
      await remove(shared);
      await archive(shared, true);
    },
    revive: async (shared) => {
      await archive(shared, false);
      await restore(shared);
    },
  },
};
