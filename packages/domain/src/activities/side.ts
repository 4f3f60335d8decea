import { domainOfAddress, domainsAtAndAbove } from '../domains/domain-name.ts';
import { createDomainMatcher } from '../domains/match-domains.ts';

/** The side of an activity, seen from an account. */
export type Side = 'internal' | 'external' | 'both';

interface SidedParticipant {
  email: string;
  role: 'from' | 'to' | 'cc' | 'other';
}

/**
 * The side of an activity (specification part 2, section 4): an email follows its sender, a
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
  const matches = createDomainMatcher(domains);
  const theirs = participants.filter(({ email }) => matches(email).length > 0);
  return sideOf(type, participants.length, theirs);
}

/**
 * The sides of an activity as seen from one domain each, and whether a participant is at it. Reads
 * each address once, for any number of domains.
 */
export function sidesByDomain(
  type: 'email' | 'calendar' | 'call',
  participants: readonly SidedParticipant[],
): (domain: string) => { side: Side; hasParticipant: boolean } {
  const byDomain = new Map<string, SidedParticipant[]>();
  for (const participant of participants) {
    const own = domainOfAddress(participant.email);
    for (const domain of own === undefined ? [] : domainsAtAndAbove(own)) {
      const theirs = byDomain.get(domain);
      if (theirs === undefined) byDomain.set(domain, [participant]);
      else theirs.push(participant);
    }
  }
  return (domain) => {
    const theirs = byDomain.get(domain) ?? [];
    return {
      side: sideOf(type, participants.length, theirs),
      hasParticipant: theirs.length > 0,
    };
  };
}

/** @param theirs the domains of all participants who are at the account. */
function sideOf(
  type: 'email' | 'calendar' | 'call',
  participants: number,
  theirs: readonly SidedParticipant[],
): Side {
  if (type === 'email') {
    return theirs.some(({ role }) => role === 'from') ? 'external' : 'internal';
  }
  if (theirs.length === 0) return 'internal';
  return theirs.length === participants ? 'external' : 'both';
}
