import { MailQuestion } from 'lucide-react';
import { Button } from '../../ui/forms/button.tsx';

type Props = {
  colleague: { name: string; email: string };
  personName: string;
  accountName: string;
};

/** Opens a mail to a colleague in the reader's own mail program; nothing is sent from here. */
export function IntroductionLink({ colleague, personName, accountName }: Props) {
  const subject = `Introduction to ${personName}`;
  const body = `Hi ${colleague.name},\n\nyou know ${personName} (${accountName}). Could you introduce us?\n\nThank you!`;
  const href = `mailto:${encodeURIComponent(colleague.email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  return (
    <Button asChild size="small">
      <a href={href}>
        <MailQuestion aria-hidden />
        Ask for an introduction{' '}
        <span className="sr-only">
          to {personName}, by mail to {colleague.name}
        </span>
      </a>
    </Button>
  );
}
