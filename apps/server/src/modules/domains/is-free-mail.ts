import listed from 'email-providers/all.json' with { type: 'json' };

/** Providers that the list does not know, looked up by hand. */
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
 * On the list since people type it into forms, and a company's own; no one gets an address there.
 */
const mistaken = ['example.com', 'bt.com'];

const freeMail: ReadonlySet<string> = new Set(
  [...listed, ...missing].filter((domain) => !mistaken.includes(domain)),
);

/** Whether a normalised domain is one at which anyone gets an address; from a maintained list. */
export const isFreeMail = (domain: string): boolean => freeMail.has(domain);
