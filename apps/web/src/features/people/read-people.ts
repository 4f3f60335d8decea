import type { EndpointResponse } from '@repo/contract/endpoints';
import { strengthLabels } from '@repo/domain/relationships/strength';
import { isBusinessDay } from '@repo/domain/time/business-day';
import { countOf, fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { readList, readTexts } from '#lib/api/read-list.ts';
import { readInstant } from '#lib/time/read-instant.ts';

/*
 * Reads the server's people. Unusable fields count as absent; people, colleagues and ties that cannot be
 * shown are skipped.
 */

export type Contact = EndpointResponse<'GET /api/accounts/{accountId}/people'>['people'][number];
export type FoundPerson =
  EndpointResponse<'GET /api/workspaces/{workspaceId}/people'>['people'][number];
export type Network = EndpointResponse<'GET /api/accounts/{accountId}/network'>;
export type Person =
  EndpointResponse<'GET /api/workspaces/{workspaceId}/people/{personId}'>['person'];
export type Relationship = NonNullable<
  EndpointResponse<'GET /api/accounts/{accountId}/relationship'>['relationship']
>;
type PersonActivity =
  EndpointResponse<'GET /api/workspaces/{workspaceId}/people/{personId}/timeline'>['activities'][number];

type Received<Entry> = readonly (Entry | null | undefined)[] | null | undefined;

export const readContacts = (received: Received<Contact>): Contact[] =>
  readList(received, 'people', isContact, { id: 'id' }).map(readContact);

export const readFoundPeople = (received: Received<FoundPerson>): FoundPerson[] =>
  readList(received, 'people', ({ id }) => textOf(id) !== '', { id: 'id', name: 'text' }).map(
    ({ id, name, addresses, isLikely, accounts, lastDay }) => ({
      id,
      name,
      addresses: readTexts(addresses, 'addresses'),
      isLikely: (isLikely as unknown) === true,
      accounts: readTexts(accounts, 'accounts'),
      lastDay: dayOf(lastDay),
    }),
  );

/** Each with the account that it is a contact of. */
export function readQuietPeople(
  received: Received<{ account: { id: string; name: string }; contact: Contact }>,
) {
  return readList(
    received,
    'people',
    ({ account, contact }) => readAccount(account).id !== '' && isContact(contact),
  ).map(({ account, contact }) => ({
    account: readAccount(account),
    contact: readContact(contact),
  }));
}

export function readPerson(received: unknown, personId: string): Person {
  const fields = fieldsOf(received);
  const accounts = fields['accounts'] as Received<Person['accounts'][number]>;
  const merged = fields['merged'] as Received<Person['merged'][number]>;
  return {
    id: textOf(fields['id']) || personId,
    name: textOf(fields['name']),
    addresses: readTexts(fields['addresses'], 'addresses'),
    merged: readList(merged, 'merged addresses', ({ address }) => address !== '', {
      address: 'text',
      by: 'text',
    }),
    accounts: readList(
      accounts,
      'accounts',
      (account) => readAccount(account).id !== '' && isContact(account.contact),
    ).map((account) => ({ ...readAccount(account), contact: readContact(account.contact) })),
  };
}

export function readPersonActivities(received: Received<PersonActivity>): PersonActivity[] {
  const isUsable = ({ id, accountId, occurredAt }: PersonActivity) =>
    id !== '' && accountId !== '' && readInstant(occurredAt) !== undefined;
  const kinds = { id: 'id', accountId: 'id', accountName: 'text', title: 'text' } as const;
  return readList(received, 'activities', isUsable, kinds);
}

/** Ties name colleagues and people by their positions, which change where one is skipped. */
export function readNetwork(received: unknown): Network {
  const fields = fieldsOf(received);
  const [colleagues, positionOfColleague] = readNodes<Network['colleagues'][number]>(
    fields['colleagues'],
    (one) => ({ name: textOf(one['name']), email: textOf(one['email']) }),
    ({ email }) => email !== '',
  );
  const [people, positionOfPerson] = readNodes<Network['people'][number]>(
    fields['people'],
    (one) => ({
      id: textOf(one['id']),
      name: textOf(one['name']),
      address: textOf(one['address']),
    }),
    ({ id }) => id !== '',
  );
  const isUsable = ({ colleague, person, label, lastDay }: Network['ties'][number]) =>
    positionOfColleague.has(colleague) &&
    positionOfPerson.has(person) &&
    strengthLabels.includes(label) &&
    isDay(lastDay);
  const ties = readList(fields['ties'] as Received<Network['ties'][number]>, 'ties', isUsable);
  return {
    colleagues,
    people,
    ties: ties.map((tie) => ({
      ...tie,
      colleague: positionOfColleague.get(tie.colleague) ?? 0,
      person: positionOfPerson.get(tie.person) ?? 0,
      recentDays: countOf(tie.recentDays) ?? 0,
    })),
    total: countOf(fields['total']) ?? people.length,
  };
}

/** Null if the server has computed none. Without a label nothing is said of the strength. */
export function readRelationship(received: unknown): Relationship | null {
  if (received === null || received === undefined) return null;
  const fields = fieldsOf(received);
  return {
    label: strengthLabels.find((one) => one === fields['label']) ?? null,
    lastDay: dayOf(fields['lastDay']),
    lastDayByUs: dayOf(fields['lastDayByUs']),
    lastDayByThem: dayOf(fields['lastDayByThem']),
    recentDays: countOf(fields['recentDays']) ?? 0,
    daysInTouch: countOf(fields['daysInTouch']) ?? 0,
    daysBefore: countOf(fields['daysBefore']) ?? 0,
    nextMeetingAt: readInstant(fields['nextMeetingAt'])?.toISOString() ?? null,
    isGoingQuiet: fields['isGoingQuiet'] === true,
    quietDismissal: readDismissal(fields['quietDismissal']),
  };
}

const isDay = (value: unknown) => isBusinessDay(textOf(value));
const dayOf = (value: unknown): string | null => (isDay(value) ? textOf(value) : null);

const isContact = (contact: unknown): boolean => {
  const fields = fieldsOf(contact);
  return textOf(fields['id']) !== '' && isDay(fields['lastDay']);
};

function readContact(received: Contact): Contact {
  const { lastDay } = received;
  return {
    id: received.id,
    name: textOf(received.name),
    addresses: readTexts(received.addresses, 'addresses'),
    hidden: readReason(received.hidden),
    hiddenBy: textOf(received.hiddenBy),
    firstDay: dayOf(received.firstDay) ?? lastDay,
    lastDay,
    lastDayByUs: dayOf(received.lastDayByUs),
    lastDayByThem: dayOf(received.lastDayByThem),
    days: countOf(received.days) ?? 0,
    recentDays: countOf(received.recentDays) ?? 0,
    daysBefore: countOf(received.daysBefore) ?? 0,
    isGoingQuiet: (received.isGoingQuiet as unknown) === true,
    quietDismissal: readDismissal(received.quietDismissal),
    colleagues: readList(
      received.colleagues,
      'colleagues',
      ({ email, label, lastDay: last }) =>
        email !== '' && strengthLabels.includes(label) && isDay(last),
      {
        name: 'text',
        email: 'text',
        days: 'count',
        recentDays: 'count',
        directMails: 'count',
        answeredMails: 'count',
      },
    ).map((colleague) => ({
      ...colleague,
      days: countOf(colleague.days) ?? 0,
      recentDays: countOf(colleague.recentDays) ?? 0,
      directMails: countOf(colleague.directMails) ?? 0,
      answeredMails: countOf(colleague.answeredMails) ?? 0,
    })),
  };
}

/** A reason that this application does not know hides the person as well. */
function readReason(received: unknown): Contact['hidden'] {
  if (received === null || received === undefined) return null;
  const reasons = ['automated', 'by-hand', 'colleague'] as const;
  return reasons.find((one) => one === received) ?? 'by-hand';
}

function readDismissal(received: unknown): Contact['quietDismissal'] {
  const { until, by } = fieldsOf(received);
  const day = dayOf(until);
  return day === null ? null : { until: day, by: textOf(by) };
}

function readAccount(received: unknown): { id: string; name: string } {
  const { id, name } = fieldsOf(received);
  return { id: textOf(id), name: textOf(name) || 'Unnamed account' };
}

/** The usable entries, and the new position of each sent one. */
function readNodes<Node>(
  received: unknown,
  read: (fields: Readonly<Record<string, unknown>>) => Node,
  isUsable: (node: Node) => boolean,
): [Node[], Map<number, number>] {
  const nodes: Node[] = [];
  const positions = new Map<number, number>();
  for (const [index, entry] of (Array.isArray(received) ? received : []).entries()) {
    const node = read(fieldsOf(entry));
    if (isUsable(node)) positions.set(index, nodes.push(node) - 1);
  }
  return [nodes, positions];
}
