import type { Highlighted } from '@repo/contract/activity-search';
import { limits } from '@repo/contract/limits';
import type { StoredParticipant } from '#platform/database/schema/activities.ts';
import { highlight } from './highlight.ts';
import type { SearchTerm } from './search-query.ts';

/** Limits of the searchable people of an activity: an email can have a thousand. */
const lookedAt = { people: 50, name: 100, email: 320 };

/** The first person, who wrote or invited, and the people who match the search. */
export function namedPeople(
  people: readonly StoredParticipant[],
  terms: readonly SearchTerm[],
): Highlighted[] {
  const [first, ...others] = people.slice(0, lookedAt.people);
  if (first === undefined) return [];
  const count = limits.searchResultPeople - 1;
  const found: Highlighted[] = [];
  const rest: Highlighted[] = [];
  for (const person of others) {
    if (found.length === count) break;
    const shown = highlight(nameOf(person), terms);
    (shown.marks.length > 0 ? found : rest).push(shown);
  }
  return [highlight(nameOf(first), terms), ...[...found, ...rest].slice(0, count)];
}

function nameOf(person: StoredParticipant): string {
  const name = person.name.slice(0, lookedAt.name);
  const email = person.email.slice(0, lookedAt.email);
  if (name === '') return email;
  return email === '' ? name : `${name} <${email}>`;
}
