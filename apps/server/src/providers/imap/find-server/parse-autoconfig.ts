import { limits } from '@repo/contract/limits';
import { serverAddress } from '@repo/contract/server-login';
import { SaxesParser } from 'saxes';
import type { FoundServer } from '#modules/integrations/provider/connect-methods.ts';
import { plainText } from '#platform/net/plain-text.ts';

/** Maximum nesting of elements; the format has four levels. */
const MAX_DEPTH = 12;
const MAX_ELEMENTS = 2_000;
const MAX_NAME_LENGTH = 60;

/** Fields of an `incomingServer`, by the names of their elements. */
type Fields = Map<string, string>;

/**
 * Parses the settings of a mail server that its domain publishes
 * (https://wiki.mozilla.org/Thunderbird:Autoconfiguration:ConfigFileFormat). Only encrypted IMAP is
 * accepted.
 *
 * @returns undefined when it contains no such server.
 * @throws Error when it is not XML, declares entities, or is nested too deep.
 */
export function parseAutoconfig(xml: string, address: string): FoundServer | undefined {
  const { servers, name } = readServers(xml);
  for (const fields of servers) {
    const security = { ssl: 'tls', starttls: 'starttls' }[
      fields.get('sockettype')?.toLowerCase() ?? ''
    ];
    const server = serverAddress.safeParse({
      host: fields.get('hostname'),
      port: Number(fields.get('port')),
      security,
    });
    if (!server.success) continue;
    const user = userOf(fields.get('username') ?? '', address);
    const service = plainText(name).slice(0, MAX_NAME_LENGTH);
    return {
      server: server.data,
      ...(user !== undefined && user !== address && { user }),
      ...(service !== '' && { service }),
    };
  }
  return undefined;
}

function readServers(xml: string): { servers: Fields[]; name: string } {
  const servers: Fields[] = [];
  const path: string[] = [];
  let elements = 0;
  let current: Fields | undefined;
  let name = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('The settings declare a document type, which is not read.');
  });
  parser.on('opentag', ({ name: tag, attributes }) => {
    elements += 1;
    path.push(tag.toLowerCase());
    if (path.length > MAX_DEPTH || elements > MAX_ELEMENTS) {
      throw new Error('The settings are too large.');
    }
    if (path.at(-1) === 'incomingserver') {
      const type = attributes['type'];
      current = typeof type === 'string' && type.toLowerCase() === 'imap' ? new Map() : undefined;
    }
  });
  parser.on('text', (text) => {
    const [parent, tag] = path.slice(-2);
    if (tag === undefined || text.trim() === '') return;
    if (parent === 'incomingserver' && current !== undefined && !current.has(tag)) {
      current.set(tag, text.trim());
    }
    if (parent === 'emailprovider' && tag === 'displayname' && name === '') name = text.trim();
  });
  parser.on('closetag', () => {
    if (path.pop() === 'incomingserver' && current !== undefined) servers.push(current);
  });
  parser.write(xml).close();
  return { servers, name };
}

/** The user name according to the settings; undefined when it is the address itself. */
function userOf(template: string, address: string): string | undefined {
  const local = address.slice(0, address.lastIndexOf('@'));
  const domain = address.slice(local.length + 1);
  const user = template
    .replaceAll('%EMAILADDRESS%', () => address)
    .replaceAll('%EMAILLOCALPART%', () => local)
    .replaceAll('%EMAILDOMAIN%', () => domain);
  const isUsable = user !== '' && user.length <= limits.emailLength && !/%|\p{C}/u.test(user);
  return isUsable ? user : undefined;
}
