const dav = (name: string) => `{DAV:}${name}`;
const cal = (name: string) => `{urn:ietf:params:xml:ns:caldav}${name}`;

/** The names of the properties and elements that are read. */
export const names = {
  href: dav('href'),
  displayName: dav('displayname'),
  resourceType: dav('resourcetype'),
  owner: dav('owner'),
  syncToken: dav('sync-token'),
  etag: dav('getetag'),
  principal: dav('current-user-principal'),
  home: cal('calendar-home-set'),
  addresses: cal('calendar-user-address-set'),
  calendar: cal('calendar'),
  components: cal('supported-calendar-component-set'),
  component: cal('comp'),
  timeZone: cal('calendar-timezone'),
  data: cal('calendar-data'),
  subscribed: '{http://calendarserver.org/ns/}subscribed',
  tag: '{http://calendarserver.org/ns/}getctag',
} as const;

const spaces = `xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/"`;

const prefixes: readonly (readonly [string, string])[] = [
  ['{DAV:}', 'd:'],
  ['{urn:ietf:params:xml:ns:caldav}', 'c:'],
  ['{http://calendarserver.org/ns/}', 's:'],
];

function tagOf(name: string): string {
  const [space = '', prefix = ''] = prefixes.find(([one]) => name.startsWith(one)) ?? [];
  return `${prefix}${name.slice(space.length)}`;
}

/** The body of a PROPFIND for some properties. */
export const propfind = (...wanted: readonly string[]): string =>
  `<?xml version="1.0" encoding="utf-8"?><d:propfind ${spaces}>${prop(wanted)}</d:propfind>`;

/** The body of a REPORT with this name. */
export const report = (name: string, content: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><${name} ${spaces}>${content}</${name}>`;

export const prop = (wanted: readonly string[]): string =>
  `<d:prop>${wanted.map((name) => `<${tagOf(name)}/>`).join('')}</d:prop>`;
