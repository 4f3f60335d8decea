import { expect, it, onTestFinished } from 'vitest';
import { capturedContent } from '#test/captured-content.ts';
import { createSyncLab, mailbox } from '#test/create-sync-lab.ts';
import { append, openAsOwner } from '#test/mail-servers/mailbox-owner.ts';
import { dovecotPassword, missingDovecot, startDovecot } from '#test/mail-servers/start-dovecot.ts';
import { hasRealMails, readRealMails, realDomains } from '#test/real-mails.ts';
import { startTlsFront } from '#test/mail-servers/start-tls-front.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { createImap } from './imap.ts';

const missing = missingDovecot ?? (hasRealMails ? undefined : ' (../shared is absent)');
const folders = ['INBOX', 'Archive', 'Sent'];

it.skipIf(missing !== undefined)(
  `stores what Gmail's stand-in stores of the same emails${missing ?? ''}`,
  { timeout: 240_000 },
  async () => {
    const mails = (await readRealMails()).map(({ text, date }) => ({
      text: Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'), 'latin1'),
      date,
    }));
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
    for (const person of [ann, ben]) void (await lab.track(person, ...realDomains)).data;
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
    const [ofGmail, ofImap] = await Promise.all([
      capturedContent(lab.db, ann.id, 'gmail'),
      capturedContent(lab.db, ben.id, 'imap'),
    ]);
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
