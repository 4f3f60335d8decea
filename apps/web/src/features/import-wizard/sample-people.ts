import type { DiscoveredDomain } from '@repo/contract/domains';

/** At most this many people of a domain are named on its card. */
const SHOWN = 3;

/** The people of a domain: up to three names, or the local parts of up to three addresses. */
export function samplePeople({
  sampleNames = [],
  sampleEmails = [],
}: Pick<DiscoveredDomain, 'sampleNames' | 'sampleEmails'>): string[] {
  const names = sampleNames.filter((name) => name.trim() !== '');
  const people = names.length > 0 ? names : sampleEmails.map(localPart);
  return [...new Set(people)].slice(0, SHOWN);
}

function localPart(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 0 ? email : email.slice(0, at);
}
