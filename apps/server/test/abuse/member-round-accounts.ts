import type { Database } from '#platform/database/create-database.ts';
import type { Call } from './member-call.ts';

/** Renames an account, changes its owner, note and domains, deletes and restores it. */
export async function accountChangesRound(
  call: Call,
  db: Database,
  { workspaceId, domain }: { workspaceId: string; domain: string },
): Promise<void> {
  const account = await db
    .selectFrom('workspace_accounts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  // A server that is too busy created none.
  const expected = account === undefined ? 404 : 200;
  const params = { workspaceId, accountId: account?.id ?? workspaceId };
  await call('PUT /api/workspaces/{workspaceId}/accounts/by-domain/{domain}', {
    params: { workspaceId, domain: 'by-domain.example.org' },
    body: { name: domain },
  });
  await call('PATCH /api/accounts/{accountId}', { params, body: { name: domain }, expected });
  await call('PUT /api/accounts/{accountId}/owner', { params, body: { userId: null }, expected });
  await call('PUT /api/workspaces/{workspaceId}/accounts/owners', {
    params: { workspaceId },
    body: { changes: [{ accountId: params.accountId, userId: null }] },
  });
  await call('PUT /api/accounts/{accountId}/note', {
    params,
    body: { note: domain, replaces: '' },
    expected,
  });
  await call('GET /api/accounts/{accountId}/note-versions', { params, expected });
  const further = `further.${domain}`;
  await call('POST /api/accounts/{accountId}/domains', {
    params,
    body: { domain: further },
    expected,
  });
  await call('PUT /api/accounts/{accountId}/primary-domain', {
    params,
    body: { domain: further },
    expected,
  });
  await call('DELETE /api/accounts/{accountId}/domains/{domain}', {
    params: { ...params, domain },
    expected,
  });
  await call('POST /api/accounts/{accountId}/visit', { params, expected });
  await call('PUT /api/workspaces/{workspaceId}/favourites', {
    params: { workspaceId },
    body: { accountIds: [params.accountId], isFavourite: true },
  });
  await call('GET /api/workspaces/{workspaceId}/own-accounts', { params: { workspaceId } });
  await call('DELETE /api/accounts/{accountId}', { params, expected });
  await call('GET /api/workspaces/{workspaceId}/deleted-accounts', { params });
  await call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore', {
    params,
    expected,
  });
}

/** Merges an account into another one, and a deleted one as well. */
export async function mergingRound(
  call: Call,
  { workspaceId, number }: { workspaceId: string; number: number },
): Promise<void> {
  const made = async (name: string) => {
    const imported = await call('POST /api/accounts/import', {
      body: { domains: [`${name}${number}.example`], workspaceId, name },
      of: 'to merge',
    });
    const results = (imported['results'] ?? []) as { workspaceAccount?: { id: string } }[];
    return results[0]?.workspaceAccount?.id;
  };
  const [kept, merged, deleted] = [await made('kept'), await made('merged'), await made('deleted')];
  // A server that is too busy created none.
  const expected = kept !== undefined && merged !== undefined ? 200 : 404;
  const body = { intoAccountId: kept ?? workspaceId };
  const ofMerged = { params: { accountId: merged ?? workspaceId }, expected };
  await call('POST /api/accounts/{accountId}/merge', { ...ofMerged, body });
  await call('GET /api/accounts/{accountId}/merged-into', ofMerged);
  const params = { workspaceId, accountId: deleted ?? workspaceId };
  const status = deleted === undefined ? 404 : 200;
  await call('DELETE /api/accounts/{accountId}', { params, expected: status, of: 'to merge' });
  await call('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge', {
    params,
    body,
    expected: kept === undefined ? 404 : status,
  });
}

/** Makes a tag, puts it on an account, changes and deletes it. */
export async function tagsRound(call: Call, workspaceId: string): Promise<void> {
  const ofWorkspace = { params: { workspaceId } };
  const made = await call('POST /api/workspaces/{workspaceId}/tags', {
    ...ofWorkspace,
    body: { name: 'Round' },
  });
  await call('GET /api/workspaces/{workspaceId}/tags', ofWorkspace);
  const { id } = (made['tag'] ?? {}) as { id?: string };
  // A server that is too busy made none.
  const expected = id === undefined ? 404 : 200;
  const tagId = id ?? workspaceId;
  const ofTag = { params: { workspaceId, tagId }, expected };
  await call('PUT /api/workspaces/{workspaceId}/accounts/tags', {
    ...ofWorkspace,
    body: { changes: [{ accountId: workspaceId, add: [tagId] }] },
  });
  await call('PATCH /api/workspaces/{workspaceId}/tags/{tagId}', {
    ...ofTag,
    body: { name: 'Changed' },
  });
  await call('DELETE /api/workspaces/{workspaceId}/tags/{tagId}', ofTag);
}

/** Saves, opens, changes and deletes a view. */
export async function viewsRound(call: Call, workspaceId: string): Promise<void> {
  const ofWorkspace = { params: { workspaceId } };
  const state = { filters: { side: 'external' }, sort: '-name', widths: { name: 300 } };
  const saved = await call('POST /api/workspaces/{workspaceId}/views', {
    ...ofWorkspace,
    body: { name: 'Round', isShared: true, state },
  });
  await call('GET /api/workspaces/{workspaceId}/views', ofWorkspace);
  const { id } = (saved['view'] ?? {}) as { id?: string };
  // A server that is too busy saved none.
  const expected = id === undefined ? 404 : 200;
  const viewId = id ?? workspaceId;
  const ofView = { params: { workspaceId, viewId }, expected };
  await call('PUT /api/workspaces/{workspaceId}/default-view', {
    ...ofWorkspace,
    body: { viewId },
    expected,
  });
  await call('PATCH /api/workspaces/{workspaceId}/views/{viewId}', {
    ...ofView,
    body: { name: 'Changed' },
  });
  await call('DELETE /api/workspaces/{workspaceId}/views/{viewId}', ofView);
}

/** Shares a domain as one of several, and revokes it. */
export async function sharesRound(
  call: Call,
  workspaceId: string,
  domainId: string,
): Promise<void> {
  const ofWorkspace = { params: { workspaceId } };
  await call('POST /api/workspaces/{workspaceId}/shares/preview', {
    ...ofWorkspace,
    body: { domainIds: [domainId] },
  });
  await call('POST /api/workspaces/{workspaceId}/shares', {
    ...ofWorkspace,
    body: { domains: [{ domainId, name: 'Small' }] },
  });
  await call('PUT /api/accounts/domains/level', {
    body: { domainIds: [domainId], level: 'subject' },
  });
  const body = { domainId, workspaceId };
  await call('DELETE /api/accounts/domains/unshare', { body, of: 'after sharing several' });
}

/** Checks a part of a file of accounts, and creates the accounts. */
export async function accountImportRound(
  call: Call,
  { workspaceId, number }: { workspaceId: string; number: number },
): Promise<void> {
  const row = { domain: `file${number}.example`, name: '', owner: '', note: '' };
  const part = { params: { workspaceId }, body: { rows: [row] } };
  await call('POST /api/workspaces/{workspaceId}/account-import/preview', part);
  await call('POST /api/workspaces/{workspaceId}/account-import', part);
}
