/**
 * Whole local parts, also with a suffix ('news-eu', 'noreply+42'), of addresses that no person
 * writes from: newsletters, notifications and mail systems.
 */
const names = [
  'no-?reply',
  'do-?not-?reply',
  'news(letters?)?',
  'mailings?',
  'mailer(-daemon)?',
  'postmaster',
  'bounces?',
  'notifications?',
  'notify',
  'alerts?',
  'updates?',
  'digest',
  'marketing',
  'calendar-notification',
  'automated',
  'auto-?reply',
  'unsubscribe',
];
const automatedName = new RegExp(String.raw`^(${names.join('|')})([+._-].*)?$`, 'i');

/**
 * The end of a longer name, also with a tag: 'acme-noreply', 'jira.no-reply+42', and the address of a list that names
 * whom it could not reach, 'sales-bounces+anna=acme.com'.
 */
const automatedEnd = /[+._-](no-?reply|do-?not-?reply|notifications?|bounces?)(\+.*)?$/i;

/** Addresses that ticket systems send from and receive replies at: 'support+id4711', 'ticket-9'. */
const ticketName =
  /^((support|help|helpdesk|service|reply|case|ticket)\+.+|(case|ticket|reply)[._-]?[0-9a-f]*\d[0-9a-f]*)$/i;

/** Whether no person writes from an address, by its name before the @. */
export function isAutomatedAddress(address: string): boolean {
  const name = address.slice(0, Math.max(0, address.lastIndexOf('@')));
  return automatedName.test(name) || automatedEnd.test(name) || ticketName.test(name);
}
