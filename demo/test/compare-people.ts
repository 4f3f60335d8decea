import type { Contact } from '@repo/contract/relationships';
import { limits } from '@repo/contract/limits';
import type { ApiClient } from '../src/api-client.ts';
import type { CountedPerson } from './count-relations.ts';

/**
 * Compares the people of an account with those in the files.
 *
 * @returns one line for each person whose figures differ, and the addresses that are not among the account's contacts.
 */
export async function comparePeople(
  client: ApiClient,
  { domain, accountId }: { domain: string; accountId: string },
  expected: ReadonlyMap<string, CountedPerson>,
): Promise<{ differences: string[]; notContacts: Set<string> }> {
  const shown = new Map<string, CountedPerson>();
  const notContacts = new Set<string>();
  // Whom a rule hides is counted as well.
  for (const hidden of ['false', 'true']) {
    for (const { addresses, ...contact } of await listPeople(client, accountId, hidden)) {
      const { days, lastDayByUs, lastDayByThem } = contact;
      shown.set(addresses.join(' '), { days, lastDayByUs, lastDayByThem });
      if (contact.hidden !== null) for (const address of addresses) notContacts.add(address);
    }
  }
  const people = [...new Set([...expected.keys(), ...shown.keys()])].sort();
  const differences = people.flatMap((address) => {
    const [wanted, given] = [expected, shown].map((all) => JSON.stringify(all.get(address)));
    return wanted === given
      ? []
      : [`${domain}, people: ${address} is ${given}, in the files ${wanted}`];
  });
  return { differences, notContacts };
}

async function listPeople(client: ApiClient, accountId: string, hidden: string) {
  const people: Contact[] = [];
  for (;;) {
    const part = await client.call('GET /api/accounts/{accountId}/people', {
      params: { accountId },
      query: { hidden, limit: String(limits.peoplePageSize), offset: String(people.length) },
    });
    people.push(...part.people);
    if (people.length >= part.total || part.people.length === 0) return people;
  }
}
