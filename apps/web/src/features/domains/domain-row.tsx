import type { TrackedDomain } from '@repo/contract/domains';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { Eye, MoreHorizontal, Trash2 } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { readInstant } from '#lib/time/read-instant.ts';
import { formatMonth, formatShortDay, formatWholeDay } from '#lib/time/business-time.ts';
import { colleaguesViewPath } from '#lib/sharing/colleagues-view-path.ts';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { dayOf } from '#lib/time/workspace-day.ts';
import { Button } from '#ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { Favicon } from '#ui/display/favicon.tsx';
import { TableCell, TableRow } from '#ui/display/table.tsx';
import { Tooltip } from '#ui/overlays/tooltip.tsx';
import { LevelItems } from './level-items.tsx';
import { SharingSelector, type SharingSelectorProps } from './sharing-selector.tsx';
import { useSetLevel } from './use-set-level.ts';

type Props = {
  domain: TrackedDomain;
  selectBox?: ReactNode;
  onRemove: () => void;
  newLevel: ShareLevel | undefined;
  onAccountRequired: SharingSelectorProps['onAccountRequired'];
};

export function DomainRow({ domain, selectBox, newLevel, onRemove, onAccountRequired }: Props) {
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
          <span className="truncate font-medium @max-[36rem]:line-clamp-2 @max-[36rem]:[overflow-wrap:anywhere] @max-[36rem]:whitespace-normal">
            <DomainInParts domain={domain.domain} />
          </span>
        </span>
      </TableCell>
      <TableCell className="w-sharing-column max-w-sharing-column px-[3px]!">
        <SharingSelector
          domain={domain}
          newLevel={newLevel}
          onAccountRequired={onAccountRequired}
        />
      </TableCell>
      <TableCell className="px-2! text-muted">
        <Added at={readInstant(domain.addedAt)} />
      </TableCell>
      <TableCell className="px-1! text-right">
        <RowMenu domain={domain} onRemove={onRemove} />
      </TableCell>
    </TableRow>
  );
}

/** A domain that breaks before a dot rather than elsewhere, where there is no room for it in one line. */
const DomainInParts = ({ domain }: { domain: string }) =>
  domain.split(/(?=\.)/).map((part, index) => (
    <Fragment key={`${index}${part}`}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));

function Added({ at }: { at: Date | undefined }) {
  if (at === undefined) return <>–</>;
  const day = dayOf(at);
  return (
    <Tooltip content={formatExactTime(at)}>
      <time dateTime={at.toISOString()}>
        <span className="@max-[36rem]:hidden">{formatWholeDay(day)}</span>
        <span className="hidden @max-[36rem]:inline">{formatNarrow(day)}</span>
      </time>
    </Tooltip>
  );
}

/** No year, or no day for days of another year. */
const formatNarrow = (day: string): string =>
  day.slice(0, 4) === dayOf(new Date()).slice(0, 4) ? formatShortDay(day) : formatMonth(day);

function RowMenu({ domain, onRemove }: { domain: TrackedDomain; onRemove: () => void }) {
  const setLevel = useSetLevel();
  const navigate = useNavigate();
  const [share] = domain.workspaceShares;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button
          variant="bare"
          size="small"
          shape="square"
          aria-label={`Actions for ${domain.domain}`}
        >
          <MoreHorizontal aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {share?.level === undefined ? null : (
          <>
            <LevelItems
              level={share.level}
              onChoose={(level) => setLevel.mutate({ domains: [domain], level })}
            />
            <DropdownMenuSeparator />
            <DropdownMenuItem
              icon={<Eye aria-hidden />}
              onSelect={() => void navigate(colleaguesViewPath(domain.id))}
            >
              What Colleagues See
            </DropdownMenuItem>
          </>
        )}
        <DropdownMenuItem destructive icon={<Trash2 aria-hidden />} onSelect={onRemove}>
          Remove Domain
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
