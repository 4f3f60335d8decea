import listed from 'email-providers/all.json' with { type: 'json' };

/** Free-mail providers that the list lacks, looked up by hand. */
const missing = [
  '139.com',
  '189.cn',
  'citromail.hu',
  'disroot.org',
  'duck.com',
  'fastmail.com',
  'fastmail.net',
  'gmx.ch',
  'gmx.co.uk',
  'gmx.us',
  'internet.ru',
  'kakao.com',
  'keemail.me',
  'kolabnow.com',
  'mail.bg',
  'mail.de',
  'mailfence.com',
  'mozmail.com',
  'passinbox.com',
  'passmail.net',
  'posteo.de',
  'posteo.net',
  'riseup.net',
  'startmail.com',
  'tuta.com',
  'tuta.io',
  'tutamail.com',
  'tutanota.com',
  'tutanota.de',
  'xs4all.nl',
  'yandex.by',
  'ziggo.nl',
  'zohomail.com',
  'zohomail.eu',
];

/**
 * Exceptions from the list: one that people type into forms, and one of a company, neither of which
 * offers addresses to the public.
 */
const mistaken = ['example.com', 'bt.com'];

const freeMail: ReadonlySet<string> = new Set(
  [...listed, ...missing].filter((domain) => !mistaken.includes(domain)),
);

/** Whether a normalised domain offers addresses to the public, according to a maintained list. */
export const isFreeMail = (domain: string): boolean => freeMail.has(domain);
