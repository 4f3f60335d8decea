import { MailHead } from './mail/mail-head.tsx';
import { MessageBody } from './mail/message-body.tsx';
import type { Activity } from './read-activity.ts';

export function EmailContent({ activity }: { activity: Activity }) {
  const { id, htmlBody, plainTextBody, summary, level, isTextNotCaptured } = activity;
  // `ShareNotice` says so.
  const isWithheld = isTextNotCaptured || (level !== undefined && level !== 'full');
  if (isWithheld && htmlBody + plainTextBody + summary === '') return <MailHead mail={activity} />;
  return (
    <>
      <MailHead mail={activity} />
      <MessageBody
        key={id}
        title="Message"
        htmlBody={htmlBody}
        plainTextBody={plainTextBody}
        summary={summary}
      />
    </>
  );
}
