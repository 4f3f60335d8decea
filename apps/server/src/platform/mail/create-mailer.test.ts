import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Config, readConfig } from '../../config.ts';
import { createLog } from '../log/create-log.ts';
import { createMailer } from './create-mailer.ts';

const mail = {
  to: 'ada@example.com',
  subject: 'Schöne Grüße, a subject that is long enough to be folded over several lines of a head',
  text: `Hello Ada,\n\nhttps://app.example/reset-password?token=${'a1_-'.repeat(11)}\n\n.\nÜber`,
};

const unsubscribeUrl = `https://app.example/api/unsubscribe?token=${'a1_-'.repeat(40)}`;
const unsubscribeOf = ({ headers }: { headers: { key: string; value: string }[] }) =>
  ['list-unsubscribe', 'list-unsubscribe-post'].map(
    (name) => headers.find(({ key }) => key === name)?.value,
  );

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mailer-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function mailer(changed: Partial<Config>) {
  const config = { ...readConfig({ DATA_DIR: folder }), mailFrom: 'Desk <desk@example.com>' };
  return createMailer({ ...config, ...changed }, createLog('silent'));
}

interface Received {
  from: string;
  to: string[];
  user: unknown;
  message: string;
}

/** A real SMTP server on a free port, and the emails it received. */
async function withSmtpServer(
  options: SMTPServerOptions,
  work: (address: string, received: Received[]) => Promise<void>,
): Promise<void> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    ...options,
    onData(stream, { envelope, user }, done) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const to = envelope.rcptTo.map(({ address }) => address);
      let message = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => (message += chunk));
      stream.on('end', () => {
        received.push({ from, to, user, message });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`127.0.0.1:${(server.server.address() as AddressInfo).port}`, received);
  } finally {
    await new Promise<void>((resolve) => server.close(resolve));
  }
}

describe('over SMTP', () => {
  test('a mail arrives as it was written', async () => {
    await withSmtpServer({}, async (address, received) => {
      await mailer({ smtpUrl: `smtp://${address}` }).send(mail);
      expect(received).toHaveLength(1);
      expect(received[0]).toMatchObject({ from: 'desk@example.com', to: [mail.to] });
      const parsed = await PostalMime.parse(received[0]?.message ?? '');
      expect(parsed).toMatchObject({
        subject: mail.subject,
        from: { name: 'Desk', address: 'desk@example.com' },
        to: [{ address: mail.to }],
      });
      expect(parsed.text?.trim()).toBe(mail.text);
      expect(parsed.headers).toContainEqual(
        expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      );
    });
  });

  test('a mail with HTML and a way to unsubscribe arrives with both', async () => {
    await withSmtpServer({}, async (address, received) => {
      const sent = { ...mail, html: '<p>Über\u202e</p>', unsubscribeUrl, id: 'digest-1' };
      await mailer({ smtpUrl: `smtp://${address}` }).send(sent);
      const message = received[0]?.message ?? '';
      const parsed = await PostalMime.parse(message);
      expect(parsed.text?.trim()).toBe(mail.text);
      expect(parsed.html?.trim()).toBe('<p>Über</p>');
      expect(parsed.messageId).toBe('<digest-1@example.com>');
      expect(unsubscribeOf(parsed)).toEqual([`<${unsubscribeUrl}>`, 'List-Unsubscribe=One-Click']);
    });
  });

  test('the server may ask who sends', async () => {
    const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _session, done) => {
      if (username === 'desk' && password === 'p@ss') done(null, { user: username });
      else done(new Error('Invalid username or password'));
    };
    const options = { authOptional: false, allowInsecureAuth: true, onAuth };
    await withSmtpServer(options, async (address, received) => {
      await mailer({ smtpUrl: `smtp://desk:p%40ss@${address}` }).send(mail);
      expect(received.map(({ user }) => user)).toEqual(['desk']);
      await expect(mailer({ smtpUrl: `smtp://desk:wrong@${address}` }).send(mail)).rejects.toThrow(
        'Invalid username or password',
      );
    });
  });

  test('a refused email is reported with the reason', async () => {
    const onRcptTo: SMTPServerOptions['onRcptTo'] = (_address, _session, done) =>
      done(new Error('No such mailbox'));
    await withSmtpServer({ onRcptTo }, async (address, received) => {
      await expect(mailer({ smtpUrl: `smtp://${address}` }).send(mail)).rejects.toThrow(
        'No such mailbox',
      );
      expect(received).toEqual([]);
    });
  });

  test('a server that is down is named, its password is not', async () => {
    let port = '';
    await withSmtpServer({}, async (address) => {
      port = address.split(':')[1] ?? '';
    });
    const sending = mailer({ smtpUrl: `smtp://desk:hidden@127.0.0.1:${port}` }).send(mail);
    const error = await sending.then(String, String);
    expect(error).toContain(`The mail server 127.0.0.1:${port} did not take the mail`);
    expect(error).toContain('ECONNREFUSED');
    expect(error).not.toContain('hidden');
  });
});

describe('without SMTP', () => {
  test('a name in it cannot change the direction of the text beside it', async () => {
    const subject = 'Ann\u202e invites \u2066you\u2069';
    await mailer({}).send({ ...mail, subject, text: 'Ann\u202e\u200f invites you' });
    const [file = ''] = await readdir(path.join(folder, 'mail'));
    const parsed = await PostalMime.parse(await readFile(path.join(folder, 'mail', file), 'utf8'));
    expect(parsed.subject).toBe('Ann invites you');
    expect(parsed.text?.trim()).toBe('Ann invites you');
  });

  test('a mail with HTML is a file that a mail program can open', async () => {
    await mailer({}).send({ ...mail, html: '<p>Über</p>', unsubscribeUrl });
    const [file = ''] = await readdir(path.join(folder, 'mail'));
    const content = await readFile(path.join(folder, 'mail', file), 'utf8');
    const parsed = await PostalMime.parse(content);
    expect([parsed.text?.trim(), parsed.html?.trim()]).toEqual([mail.text, '<p>Über</p>']);
    expect(unsubscribeOf(parsed)).toEqual([`<${unsubscribeUrl}>`, 'List-Unsubscribe=One-Click']);
    expect(content).toContain(mail.text);
  });

  test('each mail is a file that a mail program can open', async () => {
    await mailer({}).send(mail);
    await mailer({}).send({ ...mail, subject: 'Second' });
    const files = await readdir(path.join(folder, 'mail'));
    expect(files).toHaveLength(2);
    const subjects: (string | undefined)[] = [];
    for (const name of files) {
      const file = path.join(folder, 'mail', name);
      const content = await readFile(file, 'utf8');
      const parsed = await PostalMime.parse(content);
      subjects.push(parsed.subject);
      expect(parsed).toMatchObject({ to: [{ address: mail.to }] });
      expect(parsed.text?.trim()).toBe(mail.text);
      // Readable without a mail client too: the link is on one line.
      expect(content).toContain(mail.text);
      expect((await stat(file)).mode & 0o077).toBe(0);
    }
    expect(subjects.toSorted()).toEqual([mail.subject, 'Second'].toSorted());
  });
});

describe.each([
  ['over SMTP', { smtpUrl: 'smtp://127.0.0.1:1' }],
  ['without SMTP', {}],
])('%s, a line of the head cannot be smuggled in', (_, config) => {
  test.each([
    [{ ...mail, to: 'ada@example.com\r\nBcc: eve@example.com' }, 'recipient'],
    [{ ...mail, subject: 'Hello\nBcc: eve@example.com' }, 'subject'],
    [{ ...mail, subject: 'Hello\0' }, 'subject'],
    [
      { ...mail, unsubscribeUrl: 'https://a.example\r\nBcc: eve@example.com' },
      'address to unsubscribe',
    ],
  ])('%#', async (smuggling, part) => {
    await expect(mailer(config).send(smuggling)).rejects.toThrow(
      `The ${part} of a mail holds a control character`,
    );
  });
});
