import { existsSync } from 'node:fs';
import path from 'node:path';
import { readMbox } from '@repo/sandbox/mail/read-mbox';
import { expect, it, onTestFinished } from 'vitest';
import { createSyncLab, mailbox, type SyncLab } from '../../../test/create-sync-lab.ts';
import { append, openAsOwner } from '../../../test/mail-servers/mailbox-owner.ts';
import {
  dovecotPassword,
  missingDovecot,
  startDovecot,
} from '../../../test/mail-servers/start-dovecot.ts';
import { startTlsFront } from '../../../test/mail-servers/start-tls-front.ts';
import type { MadePerson } from '../../../test/test-makers.ts';
import { createImap } from './imap.ts';

const file = path.resolve(
  import.meta.dirname,
  '../../../../../../shared/data/mailboxes/mspinler.mbox.gz',
);
const missing = missingDovecot ?? (existsSync(file) ? undefined : ' (../shared is absent)');
const folders = ['INBOX', 'Archive', 'Sent'];

/** The emails of a real mailbox, moved to the last weeks, 20 minutes apart. */
async function readMails(): Promise<{ text: Buffer; date: Date }[]> {
  const mails: { text: Buffer; date: Date }[] = [];
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  for await (const mail of readMbox(file)) {
    const date = new Date(now - (mails.length + 1) * 20 * 60_000);
    const text = mail.toString('latin1').replace(/^date:.*$/im, `Date: ${date.toUTCString()}`);
    mails.push({ text: Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'), 'latin1'), date });
  }
  return mails;
}

const capturedOf = async ({ db }: SyncLab, { id }: MadePerson) => {
  const rows = await db
    .selectFrom('captured_activities as captured')
    .leftJoin('captured_activity_domains as link', (join) =>
      join
        .onRef('link.owner_id', '=', 'captured.owner_id')
        .onRef('link.captured_id', '=', 'captured.id'),
    )
    .leftJoin('domains', (join) =>
      join
        .onRef('domains.owner_id', '=', 'link.owner_id')
        .onRef('domains.id', '=', 'link.domain_id'),
    )
    .select(['captured.activity_key', 'captured.occurred_at', 'title', 'summary', 'participants'])
    .select([
      'captured.bcc',
      'html_body',
      'text_body',
      'thread_refs',
      'link.side',
      'domains.domain',
    ])
    .where('captured.owner_id', '=', id)
    .execute();
  return rows.map((row) => JSON.stringify(row)).sort();
};

it.skipIf(missing !== undefined)(
  `stores what Gmail's stand-in stores of the same emails${missing ?? ''}`,
  { timeout: 240_000 },
  async () => {
    const mails = await readMails();
    const lab = await createSyncLab();
    const dovecot = await startDovecot();
    const front = await startTlsFront(dovecot.port);
    onTestFinished(async () => {
      await front.close();
      await dovecot.stop();
    });
    const imap = createImap({ privateNetworks: ['127.0.0.0/8'], ca: front.ca });
    lab.providers.splice(
      lab.providers.findIndex(({ id }) => id === 'imap'),
      1,
      imap,
    );
    await lab.sandbox.addMessages(
      mailbox,
      mails.map(({ text }) => text),
    );
    const owner = await openAsOwner(dovecot.port, 'alice');
    await owner.mailboxCreate('Archive');
    for (const [index, { text, date }] of mails.entries()) {
      await append(owner, text, { folder: folders[index % folders.length] ?? 'INBOX', date });
    }
    await owner.logout();

    const [ann, ben] = [await lab.make.person(), await lab.make.person()];
    const domains = ['ibm.com', 'intel.com', 'google.com', 'openbmc.org'];
    for (const person of [ann, ben]) void (await lab.track(person, ...domains)).data;
    lab.startWorker();
    await lab.connect(ann);
    const signIn = await lab.call('POST /api/integrations/{provider}/sign-in', {
      token: ben.token,
      params: { provider: 'imap' },
      body: {
        address: 'ben@example.org',
        user: 'alice',
        password: dovecotPassword,
        server: { host: '127.0.0.1', port: front.port, security: 'tls' },
      },
    });
    expect(signIn.data.integration.source).toBe('ben@example.org');
    expect((await lab.rested(ann)).lastSync).toMatchObject({ outcome: 'done', failed: 0 });
    expect((await lab.rested(ben)).lastSync).toMatchObject({ outcome: 'done', failed: 0 });
    const [ofGmail, ofImap] = [await capturedOf(lab, ann), await capturedOf(lab, ben)];
    expect(ofImap.length).toBeGreaterThan(50);
    expect(ofImap).toEqual(ofGmail);
    const discovered = async ({ id }: MadePerson) =>
      lab.db
        .selectFrom('discovered_days')
        .select(['domain', 'day', 'mails'])
        .where('owner_id', '=', id)
        .orderBy('domain')
        .orderBy('day')
        .execute();
    expect(await discovered(ben)).toEqual(await discovered(ann));
  },
);
