import type { TrackedDomain } from '@repo/contract/domains';
import { MoreHorizontal, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { readInstant } from '../../lib/time/read-instant.ts';
import { formatExactTime } from '../../lib/time/relative-time.ts';
import { Button } from '../../ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';
import { Favicon } from '../../ui/display/favicon.tsx';
import { TableCell, TableRow } from '../../ui/display/table.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { SharingSelector } from './sharing-selector.tsx';

const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
/** For narrow screens: no year, or no day for dates of another year. */
const shortDate = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const shortMonth = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric' });

type Props = {
  domain: TrackedDomain;
  selectBox?: ReactNode;
  onRemove: () => void;
  onAccountRequired: (workspaceId: string) => void;
};

export function DomainRow({ domain, selectBox, onRemove, onAccountRequired }: Props) {
  return (
    <TableRow>
      {selectBox ? (
        <TableCell className="w-8 pr-0!">
          <span className="flex">{selectBox}</span>
        </TableCell>
      ) : null}
      <TableCell className="max-w-0 pr-1!">
        <span className="flex items-center gap-2" title={domain.domain}>
          <Favicon name={domain.domain} src={undefined} className="@max-[36rem]:hidden" />
          <span className="truncate font-medium">{domain.domain}</span>
        </span>
      </TableCell>
      <TableCell className="w-sharing-column max-w-sharing-column px-[3px]!">
        <SharingSelector domain={domain} onAccountRequired={onAccountRequired} />
      </TableCell>
      <TableCell className="px-2! text-muted">
        <Added at={readInstant(domain.addedAt)} />
      </TableCell>
      <TableCell className="px-1! text-right">
        <RowMenu domain={domain.domain} onRemove={onRemove} />
      </TableCell>
    </TableRow>
  );
}

function Added({ at }: { at: Date | undefined }) {
  if (at === undefined) return <>–</>;
  return (
    <Tooltip content={formatExactTime(at)}>
      <time dateTime={at.toISOString()}>
        <span className="@max-[36rem]:hidden">{date.format(at)}</span>
        <span className="hidden @max-[36rem]:inline">
          {(isThisYear(at) ? shortDate : shortMonth).format(at)}
        </span>
      </time>
    </Tooltip>
  );
}

const isThisYear = (at: Date): boolean => at.getFullYear() === new Date().getFullYear();

function RowMenu({ domain, onRemove }: { domain: string; onRemove: () => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button variant="bare" size="small" shape="square" aria-label={`Actions for ${domain}`}>
          <MoreHorizontal aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem destructive icon={<Trash2 aria-hidden />} onSelect={onRemove}>
          Remove Domain
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
