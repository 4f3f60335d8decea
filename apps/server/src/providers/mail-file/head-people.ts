import { limitParticipants } from '@repo/domain/activities/limit-participants';
import { type AddressHeaders, mailParticipants } from '../mail/mail-addresses.ts';

/**
 * Longer address headers are not parsed in the server's own thread, where odd ones take a second; characters.
 */
const MAX_PARSED = 16 * 1024;
/** A longer text is not an address; characters. */
const MAX_ADDRESS = 1_000;

type Participant = ReturnType<typeof mailParticipants>['participants'][number];

/**
 * The people that the headers of an email name, only to decide whether it concerns a tracked domain. In long
 * headers, whatever looks like an address counts, without its name: an email that is read because of it is
 * parsed as a whole, and decided about again before it is stored.
 */
export function headPeople(headers: AddressHeaders): Participant[] {
  const length = Object.values<readonly string[]>({ ...headers })
    .flat()
    .reduce((sum, value) => sum + value.length, 0);
  if (length <= MAX_PARSED) {
    const { participants, bcc } = mailParticipants(headers);
    return [...participants, ...bcc];
  }
  const { from, sender, to, cc, bcc } = headers;
  const authors = addressesIn('from', from);
  const participants = [
    ...(authors.length > 0 ? authors : addressesIn('from', sender)),
    ...addressesIn('to', to),
    ...addressesIn('cc', cc),
  ];
  return [...limitParticipants(participants), ...limitParticipants(addressesIn('other', bcc))];
}

function addressesIn(role: Participant['role'], values: readonly string[]): Participant[] {
  const words = values.flatMap((value) => value.toLowerCase().split(/[\s<>()[\]"',;:]+/));
  const found = words.filter((word) => word.length <= MAX_ADDRESS && /^[^@]+@[^@]+$/.test(word));
  return [...new Set(found)].map((email) => ({ name: '', email, role }));
}
