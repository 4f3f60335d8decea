import { rowQuery } from '../../../apps/server/src/providers/imap/mail-row.ts';
import { readMail } from '../../../apps/server/src/providers/mail/mime/read-mail.ts';
import { openAsOwner } from '../../../apps/server/test/mail-servers/mailbox-owner.ts';
import {
  type Measured,
  type MeasuredMailbox,
  ownTime,
  readArgument,
  serverTimes,
  spentSince,
} from './measured.ts';

/**
 * Reads from the mailbox what a capture reads of it, over the same kind of connection and with the same
 * libraries, and does nothing with it: one search for the domains, then pages of 100, the heads and
 * the whole emails of each; parsed, if so told.
 */
const { port, ca, domains, parses, servers } = readArgument<
  MeasuredMailbox & { parses: boolean }
>();
const PAGE_SIZE = 100;

const client = await openAsOwner(port, 'alice', ca);
const started = performance.now();
const before = { ...serverTimes(servers), reader: ownTime() };
await client.mailboxOpen('INBOX', { readOnly: true });
const fields = ['from', 'to', 'cc', 'bcc'] as const;
const or = domains.flatMap((domain) => fields.map((field) => ({ [field]: domain })));
const uids = await client.search({ since: new Date(0), or }, { uid: true });
if (!uids) throw new Error('The search failed.');
uids.sort((one, other) => other - one);
let mails = 0;
for (let at = 0; at < uids.length; at += PAGE_SIZE) {
  const page = uids.slice(at, at + PAGE_SIZE).join(',');
  await client.fetchAll(page, { ...rowQuery, uid: true }, { uid: true });
  for (const { source } of await client.fetchAll(page, { source: true }, { uid: true })) {
    if (source === undefined) continue;
    if (parses) await readMail(source);
    mails += 1;
  }
}
const seconds = (performance.now() - started) / 1000;
client.close();
const processorTimes = spentSince(before, { ...serverTimes(servers), reader: ownTime() });
process.send?.({ mails, seconds, memory: [], processorTimes } satisfies Measured);
process.disconnect();
