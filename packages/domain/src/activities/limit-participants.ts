import { MAX_PARTICIPANTS } from './activity-limits.ts';

/**
 * Limits the participants to the stored number, in their order. Keeps the senders and one of each domain if
 * possible, so that an account gets the activity even if its company comes late in a long list.
 */
export function limitParticipants<One extends { email: string; role: string }>(
  participants: readonly One[],
): readonly One[] {
  if (participants.length <= MAX_PARTICIPANTS) return participants;
  const domains = new Set<string>();
  const chosen = new Set<One>();
  for (const participant of participants) {
    // As it is written: parsing hundreds of thousands of domains takes a second.
    const domain = participant.email.slice(participant.email.lastIndexOf('@') + 1);
    if (participant.role === 'from' || !domains.has(domain)) chosen.add(participant);
    domains.add(domain);
    if (chosen.size === MAX_PARTICIPANTS) break;
  }
  for (const participant of participants) {
    if (chosen.size === MAX_PARTICIPANTS) break;
    chosen.add(participant);
  }
  return participants.filter((participant) => chosen.has(participant));
}
