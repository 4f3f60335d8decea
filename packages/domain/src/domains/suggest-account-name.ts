import { registrableDomain } from './registrable-domain.ts';

/** Labels with at most this many letters are mostly initials: IBM, SAP, 3M. */
const MAX_INITIALS = 3;

/**
 * A name for the account of a domain, from the part that its company registered: 'Acme Labs' for
 * 'mail.acme-labs.co.uk', 'IBM' for 'ibm.com'.
 *
 * @param shown the domain as people read it: Unicode, not punycode
 */
export function suggestAccountName(shown: string): string {
  const registered = registrableDomain(shown) ?? shown;
  const [label = ''] = registered.split('.');
  const words = label.split(/[-_]+/).filter((word) => word !== '');
  const [first = shown, ...others] = words;
  if (others.length === 0 && first.length <= MAX_INITIALS) return first.toUpperCase();
  return [first, ...others].map(capitalize).join(' ');
}

const capitalize = (word: string): string => {
  const [initial = ''] = word;
  return initial.toLocaleUpperCase('en') + word.slice(initial.length);
};
