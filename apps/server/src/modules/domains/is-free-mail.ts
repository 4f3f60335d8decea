import listed from 'email-providers/all.json' with { type: 'json' };

/** Providers that the list does not know, looked up by hand. */
const missing = [
  'duck.com',
  'disroot.org',
  'fastmail.com',
  'gmx.ch',
  'posteo.de',
  'posteo.net',
  'riseup.net',
  'tuta.com',
  'tuta.io',
  'tutanota.com',
  'xs4all.nl',
  'ziggo.nl',
  'zohomail.com',
];

/** On the list because people type it into forms; nobody gets an address there. */
const mistaken = ['example.com'];

const freeMail: ReadonlySet<string> = new Set(
  [...listed, ...missing].filter((domain) => !mistaken.includes(domain)),
);

/** Whether a normalised domain is one at which anybody gets an address; from a maintained list. */
export const isFreeMail = (domain: string): boolean => freeMail.has(domain);
