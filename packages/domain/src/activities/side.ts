import { addressBelongsTo } from '../domains/domain-name.ts';

/** On whose side an activity took place, seen from an account. */
export type Side = 'internal' | 'external' | 'both';

interface SidedParticipant {
  email: string;
  role: 'from' | 'to' | 'cc' | 'other';
}

/**
 * The side of an activity (specification part 2, section 4): an e-mail follows its sender, a
 * meeting or call its participants. Without an account domain it is both.
 *
 * @param domains those of the account, normalised.
 */
export function activitySide(
  type: 'email' | 'calendar' | 'call',
  participants: readonly SidedParticipant[],
  domains: readonly string[] | undefined,
): Side {
  if (domains === undefined) return 'both';
  const isTheirs = ({ email }: SidedParticipant) =>
    domains.some((domain) => addressBelongsTo(email, domain));
  if (type === 'email') {
    return participants.some((one) => one.role === 'from' && isTheirs(one))
      ? 'external'
      : 'internal';
  }
  const theirs = participants.filter(isTheirs).length;
  if (theirs === 0) return 'internal';
  return theirs === participants.length ? 'external' : 'both';
}
