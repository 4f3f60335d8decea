/** Hosts whose addresses are lists and nothing else, with all that is below them. */
const listHosts = [
  'freelists.org',
  'googlegroups.com',
  'groups.io',
  'listbox.com',
  'simplelists.com',
  'vger.kernel.org',
  'yahoogroups.com',
];
/** How a domain's host for lists is commonly called: 'lists.debian.org'. */
const listHostName = /^(lists?|listserv|mailman|mailing-?lists?|ml)\d*\./;

/** Whether an address's host, normalised, carries only mailing lists. */
export const isListHost = (host: string): boolean =>
  listHostName.test(host) || listHosts.some((one) => host === one || host.endsWith(`.${one}`));
