import { participantName } from '@repo/domain/activities/participant-label';
import { Paperclip } from 'lucide-react';
import { useNamed } from '#lib/people/names.tsx';
import { PersonName } from '#lib/people/person-name.tsx';
import { formatInstant } from '#lib/time/business-time.ts';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { Recipients } from '../people.tsx';
import { MailActions } from './mail-actions.tsx';
import type { Activity } from '../read-activity.ts';

const NO_SENDER = { name: '', email: '', role: 'from' };

/** The sender, recipients, time and attachments of an email. */
export function MailHead({ mail }: { mail: Activity }) {
  const { participants, occurredAt, attachments } = mail;
  const withRole = (role: string) => participants.filter((person) => person.role === role);
  const [sender = NO_SENDER] = useNamed(withRole('from'));
  return (
    <div className="flex shrink-0 gap-3 border-b border-line px-4 py-3">
      <Avatar name={participantName(sender)} size="large" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <PersonName person={sender} className="min-w-0 truncate font-medium" />
          {sender.name === '' ? null : (
            <span className="min-w-0 flex-1 truncate text-grid text-faint">{sender.email}</span>
          )}
          {occurredAt === undefined ? null : (
            <time
              dateTime={occurredAt.toISOString()}
              title={formatExactTime(occurredAt)}
              className="ml-auto text-grid text-faint"
            >
              {formatInstant(occurredAt)}
            </time>
          )}
        </p>
        <Recipients label="to" people={withRole('to')} />
        <Recipients label="cc" people={withRole('cc')} />
        <MailActions mail={mail} />
        {attachments.length > 0 ? (
          <ul aria-label="Attachments" className="mt-1.5 flex flex-wrap gap-1.5">
            {attachments.map((name, index) => (
              <li key={`${name} ${index}`} className="min-w-0">
                <Badge className="max-w-full">
                  <Paperclip aria-hidden />
                  <span dir="auto" className="truncate">
                    {name}
                  </span>
                </Badge>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}
