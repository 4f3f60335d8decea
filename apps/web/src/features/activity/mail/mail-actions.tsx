import { ExternalLink, Reply } from 'lucide-react';
import { mailAddress, mailText } from '#lib/mail-address.ts';
import { isFullServer } from '#lib/server-level.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { Button } from '#ui/forms/button.tsx';
import type { Activity } from '../read-activity.ts';

/** Answers an email in the reader's mail program, or opens it in their mailbox. */
export function MailActions({ mail }: { mail: Activity }) {
  const { user } = useAuth();
  if (!isFullServer()) return null;
  const { original } = mail;
  const reply = replyAddress(mail, user?.email);
  if (reply === undefined && original === undefined) return null;
  return (
    <p className="mt-1.5 -ml-2 flex flex-wrap gap-1">
      {reply === undefined ? null : (
        <Button asChild size="xsmall" variant="bare">
          <a href={reply}>
            <Reply aria-hidden />
            Reply
          </a>
        </Button>
      )}
      {original === undefined ? null : (
        <Button asChild size="xsmall" variant="bare">
          <a href={original.url} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden />
            {original.label}
          </a>
        </Button>
      )}
    </p>
  );
}

/**
 * The link that begins an answer: to the sender or, of an email that the reader sent, to its recipients.
 * Undefined if no one has an address.
 */
export function replyAddress(
  { participants, title }: Pick<Activity, 'participants' | 'title'>,
  own: string | undefined,
): string | undefined {
  const withRole = (role: string) =>
    participants.filter((person) => person.role === role && person.email.includes('@'));
  const [sender] = withRole('from');
  const isOwn = sender !== undefined && sender.email.toLowerCase() === own?.toLowerCase();
  const to = sender === undefined || isOwn ? withRole('to') : [sender];
  if (to.length === 0) return undefined;
  const [first = '', ...others] = to.map(({ email }) => mailAddress(email));
  const addresses = [first, ...others.map((address) => address.replace('mailto:', ''))].join(',');
  const subject = /^re:/i.test(title.trim()) ? title : `Re: ${title}`;
  return `${addresses}?subject=${mailText(subject)}`;
}
