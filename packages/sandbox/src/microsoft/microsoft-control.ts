import { controlError, json, readJsonObject, type StandIn } from '../http/exchange.ts';
import type { SandboxRequest } from '../http/exchange.ts';
import { requireOwner } from '../owners/require-owner.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { GraphContext } from './graph-context.ts';
import { itemId, readItemId } from './item-ids.ts';
import type { MailFolder } from './mailbox-store.ts';
import { rootFolder } from './mailbox-store.ts';
import { setApproved } from './microsoft-oauth.ts';
import { readSwitches, switchesOff } from './microsoft-switches.ts';

/** `/sandbox/microsoft`: the switches, and what happens to a mailbox from outside. */
export function microsoftControl(context: GraphContext): StandIn {
  const { owners, grants, mailboxes, messages, database, switches } = context;
  const at = (path: string, handle: (request: SandboxRequest) => unknown, method = 'POST') => ({
    method: method as 'POST',
    path: `/sandbox/microsoft/${path}`,
    handle: (request: SandboxRequest) => json(handle(request) ?? {}),
  });
  return {
    routes: [
      at('switches', () => switches, 'GET'),
      at('switches', (request) => {
        try {
          return Object.assign(switches, readSwitches(readJsonObject(request)));
        } catch (error) {
          throw controlError(400, error instanceof Error ? error.message : String(error));
        }
      }),
      at('switches', () => Object.assign(switches, switchesOff), 'DELETE'),
      at('approval', (request) =>
        setApproved(context, readJsonObject(request)['approved'] === true),
      ),
      at(':address/messages', (request) => ({ messages: everyMessage(context, request) }), 'GET'),
      at(
        ':address/folders',
        (request) => {
          const owner = requireOwner(owners, request);
          mailboxes.catchUp(owner);
          return { folders: mailboxes.folders(owner.id) };
        },
        'GET',
      ),
      at(':address/folders', (request) => {
        const owner = requireOwner(owners, request);
        mailboxes.catchUp(owner);
        const { name, parent } = readJsonObject(request);
        const folder =
          typeof parent === 'string' ? requireFolder(context, owner.id, parent).id : rootFolder;
        return mailboxes.createFolder(owner.id, String(name), folder);
      }),
      at(':address/folders/:id', (request) => {
        const owner = requireOwner(owners, request);
        const { name, parent } = readJsonObject(request);
        const { id } = requireFolder(context, owner.id, request.params['id']);
        mailboxes.changeFolder(owner.id, id, {
          ...(typeof name === 'string' && { name }),
          ...(typeof parent === 'string' && {
            parent: parent === 'root' ? rootFolder : requireFolder(context, owner.id, parent).id,
          }),
        });
      }),
      at(
        ':address/folders/:id',
        (request) => {
          const owner = requireOwner(owners, request);
          mailboxes.deleteFolder(
            owner.id,
            requireFolder(context, owner.id, request.params['id']).id,
          );
        },
        'DELETE',
      ),
      at(':address/messages/:id/move', (request) => {
        const owner = requireOwner(owners, request);
        mailboxes.catchUp(owner);
        const { folder } = readJsonObject(request);
        const target = requireFolder(context, owner.id, String(folder)).id;
        inTransaction(database, () => mailboxes.move(owner.id, messageIn(request), target));
      }),
      at(':address/messages/:id/read', (request) => {
        const owner = requireOwner(owners, request);
        mailboxes.catchUp(owner);
        mailboxes.touch(owner.id, messageIn(request));
      }),
      at(':address/messages/:id/copy', (request) => {
        const owner = requireOwner(owners, request);
        mailboxes.catchUp(owner);
        const item = mailboxes.find(owner.id, messageIn(request));
        if (item === undefined) throw controlError(404, 'There is no such message.');
        const raw = messages.rawOf(item.message);
        const { internalDate } = item.message;
        const labels = messages.labelsOf(item.message);
        const { folder } = readJsonObject(request);
        const copy = inTransaction(database, () =>
          messages.add(owner, { raw, original: raw, internalDate, labels, arrived: true }),
        );
        mailboxes.catchUp(owner);
        const target = requireFolder(context, owner.id, String(folder)).id;
        inTransaction(database, () => mailboxes.move(owner.id, copy.id, target));
      }),
      at(
        ':address/messages/:id',
        (request) => {
          const owner = requireOwner(owners, request);
          const message = messages.find(owner.id, messageIn(request));
          if (message === undefined) throw controlError(404, 'There is no such message.');
          inTransaction(database, () => messages.delete(owner.id, message));
        },
        'DELETE',
      ),
      at(':address/expire-links', (request) =>
        mailboxes.expireLinks(requireOwner(owners, request).id),
      ),
      at(':address/revoke-grants', (request) => ({
        revoked: grants.revokeAll(requireOwner(owners, request).id),
      })),
      at(
        ':address/requests',
        (request) => {
          const { id } = requireOwner(owners, request);
          return {
            requests: context.requests.get(id) ?? 0,
            atOnce: context.peaks.get(id) ?? 0,
          };
        },
        'GET',
      ),
    ],
  };
}

/** The whole mailbox, with the folder of each message: what a test compares with. */
function everyMessage(context: GraphContext, request: SandboxRequest): object[] {
  const { owners, mailboxes, messages } = context;
  const owner = requireOwner(owners, request);
  mailboxes.catchUp(owner);
  return mailboxes.folders(owner.id).flatMap(({ id: folder, wellKnown }) =>
    mailboxes.itemsAfter(owner.id, folder, '', -1).map((item) => ({
      id: itemId(item, true),
      messageId: item.message.rfcMessageId ?? null,
      folder: wellKnown ?? folder,
      isDraft: messages.labelsOf(item.message).includes('DRAFT'),
    })),
  );
}

function messageIn({ params }: SandboxRequest): string {
  const named = readItemId(params['id'] ?? '');
  if (named === undefined) throw controlError(404, 'There is no such message.');
  return named.message;
}

function requireFolder(
  { mailboxes }: GraphContext,
  owner: number,
  id: string | undefined,
): MailFolder {
  const folder = mailboxes.findFolder(owner, id ?? '');
  if (folder === undefined) throw controlError(404, `There is no folder "${id}".`);
  return folder;
}
