import { withoutTag } from '@repo/domain/relationships/address-tag';
import type { Reader } from '@repo/domain/today/open-conversation';
import type { Connection } from '#platform/database/create-database.ts';
import { isFreeMail } from '#modules/domains/is-free-mail.ts';
import { readMailboxes, readOwnAddresses } from '#modules/relationships/owner-addresses.ts';

interface Member {
  workspaceId: string;
  userId: string;
}

/** The addresses of a member and of all members of the workspace, by which it is known who wrote an email. */
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
  const addresses = mailboxes.flatMap((one) => one.addresses).map(withoutTag);
  return {
    own: await readOwnAddresses(db, userId),
    members: new Set(addresses),
    domains: new Set(addresses.map(domainOf).filter((domain) => !isFreeMail(domain))),
  };
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);
