import { withoutTag } from '@repo/domain/relationships/address-tag';
import type { Reader } from '@repo/domain/today/open-conversation';
import type { Connection } from '#platform/database/create-database.ts';
import { isFreeMail } from '#modules/domains/is-free-mail.ts';
import { readMailboxes, readOwnAddresses } from '#modules/relationships/owner-addresses.ts';

interface Member {
  workspaceId: string;
  userId: string;
}

/**
 * The addresses of a member and of all members of the workspace, by which it is known who wrote an email. An address
 * that a member typed counts for everyone where its domain is that of a member: no one takes the emails of a customer
 * off their colleagues' lists by connecting a mailbox under the customer's address.
 */
export async function readMembers(
  db: Connection,
  { workspaceId, userId }: Member,
): Promise<Reader> {
  const members = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  const mailboxes = await readMailboxes(
    db,
    members.map(({ user_id }) => user_id),
  );
  const own = await readOwnAddresses(db, userId);
  const known = [...mailboxes.flatMap((one) => one.proven).map(withoutTag), ...own];
  const domains = new Set(known.map(domainOf).filter((domain) => !isFreeMail(domain)));
  const ofMembers = mailboxes
    .flatMap((one) => one.addresses)
    .map(withoutTag)
    .filter((address) => domains.has(domainOf(address)));
  return { own, members: new Set([...known, ...ofMembers]), domains };
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);
