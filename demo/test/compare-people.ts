import type { Contact } from '@repo/contract/relationships';
import { limits } from '@repo/contract/limits';
import type { ApiClient } from '../src/api-client.ts';
import type { CountedPerson } from './count-relations.ts';

/** One line for each person and figure of an account that is not as in the files. */
export async function comparePeople(
  client: ApiClient,
  { domain, accountId }: { domain: string; accountId: string },
  expected: ReadonlyMap<string, CountedPerson>,
): Promise<string[]> {
  const shown = new Map<string, CountedPerson>();
  // Whom a rule hides is counted as well.
  for (const hidden of ['false', 'true']) {
    for (const { addresses, ...contact } of await listPeople(client, accountId, hidden)) {
      const { days, lastDayByUs, lastDayByThem } = contact;
      shown.set(addresses.join(' '), { days, lastDayByUs, lastDayByThem });
    }
  }
  return [...new Set([...expected.keys(), ...shown.keys()])].sort().flatMap((address) => {
    const [wanted, given] = [expected, shown].map((all) => JSON.stringify(all.get(address)));
    return wanted === given
      ? []
      : [`${domain}, people: ${address} is ${given}, in the files ${wanted}`];
  });
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
