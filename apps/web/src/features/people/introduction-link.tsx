import { MailQuestion } from 'lucide-react';
import { Button } from '#ui/forms/button.tsx';
import { mailAddress, mailText } from '#lib/mail-address.ts';

type Props = {
  colleague: { name: string; email: string };
  personName: string;
  accountName: string;
};

/** Opens an email to a colleague in the reader's own mail program; nothing is sent from here. */
export function IntroductionLink({ colleague, personName, accountName }: Props) {
  const subject = `Introduction to ${personName}`;
  const greeting = colleague.name === '' ? 'Hi' : `Hi ${colleague.name}`;
  // Lines end with CRLF in such an address (RFC 6068).
  const body = [
    `${greeting},`,
    '',
    `You know ${personName} at ${accountName}. Could you introduce us?`,
    '',
    'Thank you!',
  ];
  const href = `${mailAddress(colleague.email)}?subject=${mailText(subject)}&body=${body.map(mailText).join('%0D%0A')}`;
  return (
    <Button asChild size="small">
      <a href={href}>
        <MailQuestion aria-hidden />
        Ask for an Introduction{' '}
        <span className="sr-only">
          to {personName}, by mail to {colleague.name || colleague.email}
        </span>
      </a>
    </Button>
  );
}
