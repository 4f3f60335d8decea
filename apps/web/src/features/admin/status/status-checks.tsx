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
  backup: 'Backups',
  maintenance: 'Maintenance',
};

/** Lists the checks. Checks that need attention come first. */
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
  const { kind, label, color } = LOOKS[lookOf(check)];
  return (
    <li className="flex gap-2 py-2">
      <span className={clsx('mt-0.5', color)}>
        <MessageIcon kind={kind} />
        <span className="sr-only">{label}</span>
      </span>
      <div className="min-w-0 flex-1 text-body">
        <p className="font-medium">{TITLES[subject] ?? subject}</p>
        <p className={clsx('break-words', needsAttention(check) ? 'text-ink' : 'text-muted')}>
          {message}
        </p>
      </div>
    </li>
  );
}

const LOOKS = {
  attention: { kind: 'warning', label: 'Needs attention:', color: 'text-warning-ink' },
  good: { kind: 'success', label: 'Good:', color: 'text-success-ink' },
  off: { kind: 'info', label: 'Off:', color: 'text-muted' },
} as const;

const lookOf = ({ state }: Check): keyof typeof LOOKS => (state in LOOKS ? state : 'attention');

const needsAttention = (check: Check): boolean => lookOf(check) === 'attention';
