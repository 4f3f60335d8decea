import { randomUUID } from 'node:crypto';
import { limits } from '@repo/contract/limits';
import type { Database } from '#platform/database/create-database.ts';

/**
 * People of an account: the one of its activities, another, and one with as many addresses as
 * possible.
 */
export interface People {
  personId: string;
  otherPersonId: string;
  manyPersonId: string;
}

interface Account {
  workspaceId: string;
  accountId: string;
  domain: string;
}

/** Finds `ann`, the author of the account's activities, and adds the other two. */
export async function findPeople(db: Database, account: Account): Promise<People> {
  const { person_id: personId } = await db
    .selectFrom('contacts')
    .select('person_id')
    .where('account_id', '=', account.accountId)
    .where('address', '=', `ann@${account.domain}`)
    .executeTakeFirstOrThrow();
  const [otherPersonId, manyPersonId] = [randomUUID(), randomUUID()];
  await addContacts(db, account, otherPersonId, 1);
  await addContacts(db, account, manyPersonId, limits.addressesPerPerson);
  return { personId, otherPersonId, manyPersonId };
}

async function addContacts(
  db: Database,
  { workspaceId, accountId, domain }: Account,
  personId: string,
  count: number,
): Promise<void> {
  const contacts = Array.from({ length: count }, () => ({
    workspace_id: workspaceId,
    account_id: accountId,
    id: randomUUID(),
    address: `${randomUUID()}@${domain}`,
    person_id: personId,
    is_automated: false,
    is_hidden_by_hand: null,
  }));
  await db.insertInto('contacts').values(contacts).execute();
}
