import type { Highlighted, SearchResult } from '@repo/contract/activity-search';
import { clsx } from 'clsx';
import { Link } from 'react-router';
import { ActivityIcon } from '#lib/activities/activity-icon.tsx';
import { activityName } from '#lib/activities/activity-name.ts';
import { useName } from '#lib/people/names.tsx';
import { formatExactTime, formatRelativeTime } from '#lib/time/relative-time.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { partsOf } from './search-activities-query.ts';

/** An activity that was found; it opens in its account. */
export function SearchResultRow({ result, now }: { result: SearchResult; now: Date }) {
  const workspace = useWorkspace();
  const { id, account, type, title, people, peopleCount, excerpt } = result;
  const occurredAt = new Date(result.occurredAt);
  const others = (peopleCount ?? 0) - (people?.length ?? 0);
  return (
    <li className="border-b border-line last:border-0">
      <Link
        data-search-result
        to={`${workspacePath(workspace, `accounts/${encodeURIComponent(account.id)}`)}?activity=${encodeURIComponent(id)}`}
        className="flex gap-3 px-4 py-2.5 outline-offset-[-2px] transition-colors hoverable:bg-hover active:bg-pressed"
      >
        <ActivityIcon type={type} className="mt-0.5 text-faint" />
        <span className="min-w-0 flex-1">
          <span className="flex items-start gap-3">
            <Line line={title} fallback="No subject" className="block flex-1 truncate font-medium">
              <span className="sr-only">{activityName(type)}: </span>
            </Line>
            <time
              dateTime={occurredAt.toISOString()}
              title={formatExactTime(occurredAt)}
              className="shrink-0 text-grid text-faint"
            >
              {formatRelativeTime(occurredAt, now)}
            </time>
          </span>
          <span className="flex gap-1.5 text-grid text-muted">
            <span dir="auto" className="max-w-[40%] shrink-0 truncate font-medium">
              {account.name || account.domain}
            </span>
            <span aria-hidden>·</span>
            <span className="min-w-0 truncate">
              {people?.map((person, index) => (
                <span key={index} dir="auto">
                  {index > 0 ? ', ' : ''}
                  <PersonText line={person} />
                </span>
              ))}
              {others > 0 ? ` and ${others} more` : ''}
            </span>
          </span>
          <Line
            line={excerpt}
            className="mt-0.5 line-clamp-3 text-grid break-words text-muted sm:line-clamp-2"
          />
        </span>
      </Link>
    </li>
  );
}

/** People are found with their names, or with their addresses where no email had a name. */
export function addressesIn({ people = [] }: SearchResult): string[] {
  return people.map(plainText).filter((text) => text.includes('@'));
}

const plainText = (line: Highlighted) =>
  partsOf(line)
    .map(({ text }) => text)
    .join('');

/** The name, also where only the address was found; an address that was searched for stays. */
function PersonText({ line }: { line: Highlighted }) {
  const name = useName(plainText(line))?.name ?? '';
  const isMarked = partsOf(line).some((part) => part.isMarked);
  return name === '' || isMarked ? <Parts line={line} /> : name;
}

type LineProps = {
  line: Highlighted;
  fallback?: string;
  className: string;
  children?: React.ReactNode;
};

function Line({ line, fallback = '', className, children }: LineProps) {
  const isEmpty = partsOf(line).length === 0;
  if (isEmpty && fallback === '') return null;
  return (
    <span dir="auto" className={clsx('min-w-0', className)}>
      {children}
      {isEmpty ? <span className="text-faint">{fallback}</span> : <Parts line={line} />}
    </span>
  );
}

/** Plain text; React makes no HTML of it. */
function Parts({ line }: { line: Highlighted }) {
  return partsOf(line).map(({ text, isMarked }, index) =>
    isMarked ? (
      <mark key={index} className="rounded-sm bg-selection text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
