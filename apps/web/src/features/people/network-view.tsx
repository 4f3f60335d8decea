import { plural } from '@repo/domain/text/plural';
import { limits } from '@repo/contract/page-limits';
import { touchSentence } from '@repo/domain/relationships/evidence';
import { useQuery } from '@tanstack/react-query';
import { Download, Network as NetworkIcon } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { failureMessage } from '#lib/api/api-error.ts';
import { StrengthBadge } from '#lib/relationships/strength-badge.tsx';
import { useNow } from '#lib/time/use-now.ts';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '#ui/display/table.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';
import { networkFile } from './network-file.ts';
import { NetworkPicture } from './network-picture.tsx';
import { networkQuery } from './people-query.ts';
import type { Network } from './read-people.ts';
import { dayOf } from '#lib/time/workspace-day.ts';

type Props = {
  accountId: string;
  accountName: string;
  personPath: (personId: string, colleague?: string) => string;
};

/** The network of an account: who is in touch with whom, as a picture and as a table. */
export function NetworkView({ accountId, accountName, personPath }: Props) {
  const { data: network, error, refetch, isFetching } = useQuery(networkQuery(accountId));
  const picture = useRef<SVGSVGElement>(null);
  const today = dayOf(useNow());
  if (network === undefined) {
    return error === null ? (
      <output>
        <span className="sr-only">Loading the network...</span>
        <Skeleton className="h-64" />
      </output>
    ) : (
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        {failureMessage(error, 'Failed to fetch the network')}
      </FailureBanner>
    );
  }
  if (network.ties.length === 0) {
    return (
      <EmptyState
        icon={<NetworkIcon />}
        title="No network yet"
        description="Once colleagues share emails or meetings with people at this account, you can see who knows whom."
      />
    );
  }
  const { colleagues, people, total } = network;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-grid text-muted">
          {total > people.length
            ? `The ${people.length} strongest of ${plural(total, 'person', 'people')}. Thicker lines are stronger ties.`
            : 'Thicker lines are stronger ties; dashed ones are dormant.'}
          {colleagues.length < limits.networkColleagues
            ? null
            : ` Of the colleagues, the ${colleagues.length} with the strongest ties are shown.`}
        </p>
        <Button size="small" onClick={() => saveSvg(picture.current, `${accountName} network.svg`)}>
          <Download aria-hidden />
          Export as SVG
        </Button>
      </div>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolls sideways on phones.
        tabIndex={0}
        aria-label="Picture of the network"
        className="overflow-x-auto rounded-md border border-line p-2"
      >
        <NetworkPicture
          ref={picture}
          network={network}
          label={`Who knows whom at ${accountName}`}
          today={today}
          personPath={personPath}
        />
      </section>
      <NetworkTable
        network={network}
        accountName={accountName}
        today={today}
        personPath={personPath}
      />
    </div>
  );
}

function NetworkTable({
  network: { colleagues, people, ties },
  accountName,
  today,
  personPath,
}: { network: Network; today: string } & Omit<Props, 'accountId'>) {
  return (
    <Table label={`Who knows whom at ${accountName}, as a table`}>
      <TableHead>
        <TableRow>
          <TableHeaderCell>Person</TableHeaderCell>
          <TableHeaderCell>Colleague</TableHeaderCell>
          <TableHeaderCell>Strength</TableHeaderCell>
          <TableHeaderCell>Days</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {ties.map(({ colleague, person, label, ...facts }) => {
          const [who, whom] = [colleagues[colleague], people[person]];
          if (who === undefined || whom === undefined) return null;
          return (
            <TableRow key={`${colleague} ${person}`}>
              <TableCell>
                <Link
                  to={personPath(whom.id)}
                  dir="auto"
                  className="block max-w-60 truncate hover:underline"
                >
                  {whom.name || whom.address}
                </Link>
              </TableCell>
              <TableCell>
                <Link to={personPath(whom.id, who.email)} className="hover:underline">
                  {who.name || who.email}
                </Link>
              </TableCell>
              <TableCell>
                <StrengthBadge label={label} />
              </TableCell>
              <TableCell>
                <Link to={personPath(whom.id, who.email)} className="text-muted hover:underline">
                  {touchSentence(facts, today)}
                </Link>
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}

function saveSvg(picture: SVGSVGElement | null, fileName: string): void {
  if (picture === null) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([networkFile(picture)], { type: 'image/svg+xml' }));
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}
