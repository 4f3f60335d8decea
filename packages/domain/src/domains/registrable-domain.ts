import { getDomain, getPublicSuffix } from 'tldts';

// The whole list, with the suffixes that companies let others register under (uk.com, github.io): two
// companies below such a name have as little in common as two below 'com'.
const wholeList = { allowPrivateDomains: true } as const;

/** Whether a normalised domain is one under which anyone can register: 'com', 'co.uk'. */
export function isPublicSuffix(domain: string): boolean {
  return getPublicSuffix(domain, wholeList) === domain;
}

/**
 * The part of a normalised domain that its owner registered, by the Public Suffix List: 'ibm.com'
 * for 'linux.ibm.com'; undefined for a public suffix.
 */
export function registrableDomain(domain: string): string | undefined {
  return getDomain(domain, wholeList) ?? undefined;
}
