import { quietSentence } from '@repo/domain/relationships/going-quiet';
import { addDays } from '@repo/domain/time/business-day';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { Link } from 'react-router';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { formatWholeDay } from '#lib/time/business-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import { Button } from '#ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { changePeople } from './change-people.ts';
import type { Contact } from './read-people.ts';
import { dayOf } from '#lib/time/workspace-day.ts';

/** An account, or a person of a workspace, that is going quiet. */
export type QuietSubject = { accountId: string } | { workspaceId: string; personId: string };

type Props = {
  subject: QuietSubject;
  name: string;
  facts: {
    lastDay: string | null;
    daysBefore: number;
    isGoingQuiet: boolean;
    quietDismissal: Contact['quietDismissal'];
  };
  /** The page that lists the days behind the sentence. */
  daysPath: string;
};

const DISMISSALS = [
  { label: 'For 1 week', days: 7 },
  { label: 'For 1 month', days: 30 },
  { label: 'For 3 months', days: 90 },
];

/** States that there was no contact for six weeks. The user can dismiss the note for a time. */
export function QuietNote({ subject, name, facts, daysPath }: Props) {
  const client = useQueryClient();
  const today = dayOf(useNow());
  const { mutate, isPending } = useMutation({
    mutationFn: (until: string | null) =>
      changePeople(client, {
        run: () => dismiss(subject, until),
        undo: () => dismiss(subject, facts.quietDismissal?.until ?? null),
        done:
          until === null
            ? `${name} will be listed again when going quiet`
            : `${name} is not listed as going quiet until ${formatWholeDay(until)}`,
        failed: `Failed to change this for ${name}`,
      }),
  });
  const { lastDay, daysBefore, quietDismissal } = facts;
  if (quietDismissal !== null) {
    const { until, by } = quietDismissal;
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-grid text-muted">
        <span>
          Not listed as going quiet until {formatWholeDay(until)}
          {by === '' ? null : `, dismissed by ${by}`}
        </span>
        <Button size="xsmall" variant="bare" loading={isPending} onClick={() => mutate(null)}>
          Show Again
        </Button>
      </p>
    );
  }
  if (!facts.isGoingQuiet || lastDay === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-grid text-warning-ink">
      <Link to={daysPath} className="hover:underline">
        {quietSentence({ lastDay, daysBefore }, today)}
      </Link>
      <DropdownMenu>
        <DropdownMenuTrigger>
          <Button
            size="xsmall"
            variant="bare"
            // Not disabled meanwhile: the menu gives the focus back to it.
            aria-busy={isPending}
            aria-label={`Dismiss that ${name} is going quiet`}
          >
            <BellOff aria-hidden />
            Dismiss
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent aria-label={`Dismiss that ${name} is going quiet`}>
          {DISMISSALS.map(({ label, days }) => (
            <DropdownMenuItem key={days} onSelect={() => mutate(addDays(today, days))}>
              {label}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </p>
  );
}

const dismiss = (subject: QuietSubject, until: string | null) =>
  'accountId' in subject
    ? apiRequestOrThrow('PUT /api/accounts/{accountId}/quiet-dismissal', {
        params: subject,
        body: { until },
      })
    : apiRequestOrThrow('PUT /api/workspaces/{workspaceId}/people/{personId}/quiet-dismissal', {
        params: subject,
        body: { until },
      });
