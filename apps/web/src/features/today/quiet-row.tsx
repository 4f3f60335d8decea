import { quietSentence } from '@repo/domain/relationships/going-quiet';
import { Link } from 'react-router';
import { useNow } from '#lib/time/use-now.ts';
import { dayOf } from '#lib/time/workspace-day.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { AccountLinks } from './account-links.tsx';
import type { Today } from './read-today.ts';

/** A person of one of the reader's accounts who is going quiet. */
export function QuietRow({ person }: { person: Today['quiet']['people'][number] }) {
  const workspace = useWorkspace();
  const today = dayOf(useNow());
  const { account, contact } = person;
  return (
    <li className="border-b border-line px-4 py-2.5 last:border-0">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <Link
          to={workspacePath(workspace, `people/${encodeURIComponent(contact.id)}`)}
          dir="auto"
          className="min-w-0 truncate font-medium hover:underline"
        >
          {contact.name || contact.addresses[0] || 'Unnamed person'}
        </Link>
        <span className="min-w-0 text-grid text-muted">
          <AccountLinks accounts={[account]} />
        </span>
      </p>
      <p className="text-grid text-warning-ink">{quietSentence(contact, today)}</p>
    </li>
  );
}
