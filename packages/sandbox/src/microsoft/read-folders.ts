import { json, type SandboxRequest, type SandboxResponse } from '../http/exchange.ts';
import type { GraphAccess, GraphContext } from './graph-context.ts';
import { graphError } from './graph-error.ts';
import { localName, type MailFolder, rootFolder } from './mailbox-store.ts';

const defaultPage = 10;

/** `GET /me/mailFolders`: the children of the root alone. */
export function listFolders(
  context: GraphContext,
  { owner }: GraphAccess,
  request: SandboxRequest,
): SandboxResponse {
  const folders = context.mailboxes.folders(owner);
  const top = childrenOf(context, owner, folders, rootFolder);
  return page(request, context.switches.searchFolder ? [...top, searchFolder] : top);
}

/** `GET /me/mailFolders/{id}/childFolders` */
export function listChildFolders(
  context: GraphContext,
  { owner }: GraphAccess,
  request: SandboxRequest,
): SandboxResponse {
  const folders = context.mailboxes.folders(owner);
  const folder = requireFolder(context, owner, request.params['id']);
  return page(request, childrenOf(context, owner, folders, folder.id));
}

/** `GET /me/mailFolders/{id}`: by its id or its well-known name. */
export function getFolder(
  context: GraphContext,
  { owner }: GraphAccess,
  request: SandboxRequest,
): SandboxResponse {
  const folder = requireFolder(context, owner, request.params['id']);
  return json(folderResource(context, owner, folder, context.mailboxes.folders(owner)));
}

export function requireFolder(
  { mailboxes }: GraphContext,
  owner: number,
  id: string | undefined,
): MailFolder {
  const folder = mailboxes.findFolder(owner, id ?? '');
  if (folder === undefined) throw graphError(404);
  return folder;
}

const searchFolder = {
  '@odata.type': '#microsoft.graph.mailSearchFolder',
  id: 'AQMk-search',
  displayName: 'Unread',
  parentFolderId: rootFolder,
  childFolderCount: 0,
  totalItemCount: 1,
  isHidden: false,
};

const childrenOf = (
  context: GraphContext,
  owner: number,
  folders: readonly MailFolder[],
  parent: string,
) =>
  folders
    .filter((folder) => folder.parent === parent)
    .map((folder) => folderResource(context, owner, folder, folders));

const folderResource = (
  { mailboxes, switches }: GraphContext,
  owner: number,
  folder: MailFolder,
  folders: readonly MailFolder[],
) => ({
  id: folder.id,
  displayName: switches.localisedFolders ? localName(folder) : folder.name,
  parentFolderId: folder.parent,
  childFolderCount: folders.filter(({ parent }) => parent === folder.id).length,
  unreadItemCount: 0,
  totalItemCount: mailboxes.count(owner, folder.id),
  isHidden: false,
});

function page({ path, query, headers }: SandboxRequest, entries: object[]): SandboxResponse {
  const top = Number(query.get('$top') ?? defaultPage);
  const skip = Number(query.get('$skip') ?? 0);
  const next = new URLSearchParams(query);
  next.set('$skip', String(skip + top));
  return json({
    '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#mailFolders',
    value: entries.slice(skip, skip + top),
    ...(entries.length > skip + top && {
      '@odata.nextLink': `http://${headers.host}${path}?${next}`,
    }),
  });
}
