import type { MailboxSource } from './gmail/mailboxes.ts';

/** Reads the command-line form of a mailbox, `someone@example.org=FILE`. */
export function parseMailboxOption(text: string): MailboxSource {
  const [, address, file] = /^([^=\s@]+@[^=\s@]+)=(.+)$/.exec(text.trim()) ?? [];
  if (address === undefined || file === undefined) {
    throw new Error(`"${text}" is no mailbox: write someone@example.org=FILE.mbox.gz.`);
  }
  return { address: address.toLowerCase(), file };
}
