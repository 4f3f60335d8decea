import type { User } from '@repo/contract/auth';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isFullServer } from '#lib/server-level.ts';
import { Card } from '#ui/layout/card.tsx';
import { RelativeTime } from '#ui/display/relative-time.tsx';

export function AccountHistory({ user: { id, createdAt, updatedAt } }: { user: User }) {
  return (
    <Card
      title="Account History"
      aside={
        isFullServer() ? (
          <Link
            to={`/admin/audit?person=${encodeURIComponent(id)}`}
            className="rounded-sm text-grid text-accent-ink hover:underline"
          >
            Audit log
          </Link>
        ) : undefined
      }
    >
      <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <Fact label="Created">
          <RelativeTime value={createdAt} />
        </Fact>
        <Fact label="Last updated">
          <RelativeTime value={updatedAt} />
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-grid text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
