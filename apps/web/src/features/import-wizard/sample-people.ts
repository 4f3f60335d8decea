import type { DiscoveredDomain } from '@repo/contract/domains';

/** So many people of a domain are named on its card. */
const SHOWN = 3;

/** Whom a domain stands for: up to three names, or the local parts of up to three addresses. */
export function samplePeople({
  sampleNames = [],
  sampleEmails = [],
}: Pick<DiscoveredDomain, 'sampleNames' | 'sampleEmails'>): string[] {
  const names = sampleNames.filter((name) => name.trim() !== '');
  if (names.length > 0) return names.slice(0, SHOWN);
  return sampleEmails.slice(0, SHOWN).map(localPart);
}

function localPart(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 0 ? email : email.slice(0, at);
}
