import type { ActivityToCapture } from '#modules/integrations/provider.ts';
import { type Fields, pick, textOf } from './payload-fields.ts';

type Participants = ActivityToCapture['participants'];
type Person = Participants[number];

const inviteeLists = [
  'calendarinvitees',
  'meetinginvitees',
  'invitees',
  'attendees',
  'participants',
];
const inviteeEmails = [
  'meetinginviteesemail',
  'meetinginviteesemails',
  'inviteesemail',
  'inviteeemails',
  'attendeesemail',
  'attendeeemails',
  'participantemails',
];
const inviteeNames = [
  'meetinginviteesname',
  'meetinginviteesnames',
  'inviteesname',
  'attendeesname',
];
const recorders: [email: string, name: string][] = [
  ['fathomuseremail', 'fathomusername'],
  ['recordedbyemail', 'recordedbyname'],
  ['useremail', 'username'],
];

/** The recorder and the invitees of a meeting, without duplicate addresses. */
export function peopleIn(fields: Fields): Participants {
  const found = new Map<string, Person>();
  const add = (email: string | undefined, name = '') => {
    const address = email?.trim().toLowerCase() ?? '';
    if (!/^[^\s@]+@[^\s@]+$/.test(address)) return;
    const known = found.get(address);
    found.set(address, { name: known?.name || name.trim(), email: address, role: 'other' });
  };
  for (const [email, name] of recorders) {
    add(pick(fields, [email], textOf), pick(fields, [name], textOf));
  }
  for (const list of inviteeLists) {
    for (const { email, name } of peopleOf(fields.get(list))) add(email, name);
  }
  const emails = split(pick(fields, inviteeEmails, listOf));
  const names = split(pick(fields, inviteeNames, listOf));
  // Names are only assigned to addresses if there is one for each.
  emails.forEach((email, index) => add(email, names.length === emails.length ? names[index] : ''));
  return [...found.values()];
}

/** A list of people or addresses, or a text of addresses. */
function peopleOf(value: unknown): { email: string | undefined; name: string | undefined }[] {
  if (typeof value === 'string') {
    return split([value]).map((email) => ({ email, name: undefined }));
  }
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return peopleOf(textOf(one));
    const person = one as Record<string, unknown>;
    return [
      {
        email: textOf(person['email'] ?? person['email_address']),
        name: textOf(person['name'] ?? person['display_name']),
      },
    ];
  });
}

const listOf = (value: unknown): string[] | undefined => {
  const list = Array.isArray(value) ? value.flatMap((one) => textOf(one) ?? []) : textOf(value);
  return list === undefined || list.length === 0 ? undefined : [list].flat();
};

const split = (texts: readonly string[] | undefined): string[] =>
  (texts ?? [])
    .flatMap((text) => text.split(/[,;\n]/))
    .map((text) => text.trim())
    .filter((text) => text !== '');
