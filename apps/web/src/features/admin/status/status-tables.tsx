import { plural } from '@repo/domain/text/plural';
import type { ReactNode } from 'react';
import { sizeText } from '#lib/size-text.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '#ui/display/table.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { Card } from '#ui/layout/card.tsx';
import { WorkspaceName } from '../workspaces/workspace-name.tsx';
import type { Status } from './read-status.ts';

export function QueueTable({ queues }: Pick<Status, 'queues'>) {
  return (
    <TableCard
      title="Background Jobs"
      empty="No background jobs are waiting or running."
      columns={['Job', 'Waiting', 'Running', 'Oldest waits since']}
    >
      {queues.map(({ name, waiting, running, oldestAt, isLate }) => (
        <TableRow key={name}>
          <TableCell className="pl-4!">
            {name} {isLate ? <Badge kind="warning">Late</Badge> : null}
          </TableCell>
          <Count>{waiting}</Count>
          <Count>{running}</Count>
          <Since value={oldestAt} />
        </TableRow>
      ))}
    </TableCard>
  );
}

export function ProviderTable({ providers }: Pick<Status, 'providers'>) {
  return (
    <TableCard
      title="Connections"
      empty="Nobody has connected an account yet."
      columns={['Provider', 'Connected', 'Due', 'Syncing', 'Failing', 'To Reconnect', 'Due Since']}
    >
      {providers.map((one) => (
        <TableRow key={one.provider}>
          <TableCell className="pl-4!">{one.name}</TableCell>
          <Count>{one.connections}</Count>
          <Count>{one.due}</Count>
          <Count>{one.running}</Count>
          <Count>{one.failing}</Count>
          <Count>{one.needsReauth}</Count>
          <Since value={one.oldestAt} />
        </TableRow>
      ))}
    </TableCard>
  );
}

export function WorkspaceTable({ storage }: Pick<Status, 'storage'>) {
  const others = storage?.others ?? 0;
  return (
    <TableCard
      title="Storage by Workspace"
      description={
        storage === null ? undefined : (
          <>
            Estimated from the number of activities, of {sizeText(storage.bytes ?? 0)} in total.
            Measured <RelativeTime value={storage.measuredAt} />.
          </>
        )
      }
      empty={
        storage === null
          ? 'The size could not be measured. The log of the server says why.'
          : 'No workspace has activities yet.'
      }
      columns={['Workspace', 'Activities', 'Size']}
      footer={others > 0 ? `And ${plural(others, 'smaller workspace')}.` : undefined}
    >
      {(storage?.workspaces ?? []).map(({ id, name, activities, bytes }) => (
        <TableRow key={id}>
          <TableCell className="max-w-64 pl-4!">
            <WorkspaceName id={id}>{name}</WorkspaceName>
          </TableCell>
          <Count>{activities}</Count>
          <TableCell numeric className="pr-4!">
            {sizeText(bytes ?? 0)}
          </TableCell>
        </TableRow>
      ))}
    </TableCard>
  );
}

function TableCard({
  title,
  description,
  empty,
  columns: [first, ...rest],
  footer,
  children,
}: {
  title: string;
  description?: ReactNode;
  /** Shown in place of a table without rows. */
  empty: string;
  columns: readonly string[];
  footer?: string | undefined;
  children: readonly ReactNode[];
}) {
  return (
    <Card
      title={title}
      description={description}
      footer={footer === undefined ? undefined : <p className="text-grid text-muted">{footer}</p>}
    >
      {children.length === 0 ? (
        <p className="text-body text-muted">{empty}</p>
      ) : (
        <Table label={title} className="-mx-4 -mb-3.5">
          <TableHead>
            <TableRow>
              <TableHeaderCell className="pl-4!">{first}</TableHeaderCell>
              {rest.map((column) => (
                <TableHeaderCell key={column} numeric className="last:pr-4!">
                  {column}
                </TableHeaderCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>{children}</TableBody>
        </Table>
      )}
    </Card>
  );
}

const Count = ({ children }: { children: number | undefined }) => (
  <TableCell numeric>{children?.toLocaleString('en') ?? '–'}</TableCell>
);

const Since = ({ value }: { value: string | null }) => (
  <TableCell numeric className="pr-4! text-muted">
    <RelativeTime value={value} />
  </TableCell>
);
