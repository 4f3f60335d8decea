import type { StatusSubject } from '@repo/contract/server-status';
import { plural } from '@repo/domain/text/plural';
import { clsx } from 'clsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { MessageIcon } from '#ui/feedback/banner.tsx';
import { Card } from '#ui/layout/card.tsx';
import type { Status } from './read-status.ts';

type Check = Status['checks'][number];

const TITLES: Record<StatusSubject, string> = {
  database: 'Database',
  jobs: 'Background jobs',
  syncs: 'Syncs',
  keys: 'Encryption keys',
  disk: 'Disk',
};

/** What was checked, with what needs attention first. */
export function StatusChecks({ checks }: { checks: readonly Check[] }) {
  const problems = checks.filter(needsAttention);
  const sorted = [...problems, ...checks.filter((check) => !needsAttention(check))];
  return (
    <Card
      title="Checks"
      aside={
        checks.length === 0 ? null : problems.length === 0 ? (
          <Badge kind="success">Everything works</Badge>
        ) : (
          <Badge kind="warning">
            {plural(problems.length, 'needs attention', 'need attention')}
          </Badge>
        )
      }
    >
      {sorted.length === 0 ? (
        <p className="text-body text-muted">The server reports no checks.</p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {sorted.map((check) => (
            <CheckRow key={check.subject} check={check} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function CheckRow({ check }: { check: Check }) {
  const { subject, message } = check;
  const isProblem = needsAttention(check);
  return (
    <li className="flex gap-2 py-2">
      <span className={clsx('mt-0.5', isProblem ? 'text-warning-ink' : 'text-success-ink')}>
        <MessageIcon kind={isProblem ? 'warning' : 'success'} />
        <span className="sr-only">{isProblem ? 'Needs attention:' : 'Good:'}</span>
      </span>
      <div className="min-w-0 flex-1 text-body">
        <p className="font-medium">{TITLES[subject] ?? subject}</p>
        <p className={clsx('break-words', isProblem ? 'text-ink' : 'text-muted')}>{message}</p>
      </div>
    </li>
  );
}

const needsAttention = ({ state }: Check): boolean => state !== 'good';
