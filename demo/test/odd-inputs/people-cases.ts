import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { oddInput } from '../../../apps/server/test/odd-inputs/read-cases.ts';
import type { Uploader } from './uploaders.ts';

/** The figures about people are computed in the background; milliseconds. */
const WAIT_MS = 60_000;

interface PeopleCase {
  id: string;
  problem: string;
  mails: string[];
  /** The addresses of the people of the account, and whether one of them wrote. */
  people: string[];
  byThem: boolean;
}

const mailsOf = (id: string, ...numbers: number[]) => numbers.map((one) => `${id}-${one}.eml`);

export const peopleCases: readonly PeopleCase[] = [
  {
    id: 'h01',
    problem: 'automatic replies are no answer',
    mails: mailsOf('h01', 1, 11, 2, 12, 3, 13),
    people: ['anna@h01.example'],
    byThem: false,
  },
  {
    id: 'h02',
    problem: 'a plus address is the same person',
    mails: mailsOf('h02', 1, 2, 3),
    people: ['anna@h02.example'],
    byThem: true,
  },
  {
    id: 'h03',
    problem: 'the plus address of a user is the user',
    mails: mailsOf('h03', 1, 2),
    people: ['anna@h03.example'],
    byThem: true,
  },
  {
    id: 'h04',
    problem: 'a bounce is no contact',
    mails: mailsOf('h04', 1, 2),
    people: ['wrong@h04.example'],
    byThem: false,
  },
  {
    id: 'h05',
    problem: 'a reply to an invitation',
    mails: mailsOf('h05', 1),
    people: [],
    byThem: false,
  },
];

/** Uploads the emails of a case and says what is not right about the people of its account. */
export async function wrongPeople(
  { client, account, upload }: Uploader,
  { id, mails, people, byThem }: PeopleCase,
): Promise<string[]> {
  const accountId = await account(`${id}.example`);
  for (const name of mails) await upload(name, readFileSync(oddInput(name)));
  const wanted = JSON.stringify({ people, byThem });
  let shown = '';
  for (const end = Date.now() + (people.length > 0 ? WAIT_MS : 5_000); Date.now() < end;) {
    const answer = await client.call('GET /api/accounts/{accountId}/people', {
      params: { accountId },
    });
    shown = JSON.stringify({
      people: answer.people.flatMap(({ addresses }) => addresses),
      byThem: answer.people.some(({ lastDayByThem }) => lastDayByThem !== null),
    });
    if (shown === wanted && people.length > 0) return [];
    await sleep(500);
  }
  return shown === wanted ? [] : [`people: ${shown} is not ${wanted}`];
}
