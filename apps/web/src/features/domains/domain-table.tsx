import type { TrackedDomain } from '@repo/contract/domains';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { TABLE_ROW_HEIGHT } from '#ui/display/table-row-height.ts';
import {
  Table,
  TableBody,
  TableHead,
  TableHeaderCell,
  TableRow,
  TableCell,
} from '#ui/display/table.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { DomainRow } from './domain-row.tsx';

/** Up to this many rows are all rendered, so that the browser's own search finds them. */
const ALL_ROWS_UP_TO = 200;

/** Rows rendered beyond the edges of the window. */
const OVERSCAN = 12;

/** In a narrow table the Sharing column is narrower, so that the dates are not cut off. */
export const DOMAIN_TABLE_CLASS =
  'rounded-md border border-line @max-[28rem]:[--spacing-sharing-column:8rem]';

/** The checkboxes leave less room for it. */
const SELECTABLE_CLASS =
  'rounded-md border border-line @max-[28rem]:[--spacing-sharing-column:6.5rem]';

/** Sharing `domain` needs an account for it in the workspace. */
export type AccountRequired = {
  domain: TrackedDomain;
  workspaceId: string;
  /** How much of it colleagues will see; the default of the workspace if undefined. */
  level: ShareLevel | undefined;
};

type Props = {
  domains: readonly TrackedDomain[];
  /** The level of new shares; the default of their workspace if undefined. */
  newLevel: ShareLevel | undefined;
  onRemove: (domain: TrackedDomain) => void;
  onAccountRequired: (required: AccountRequired) => void;
  /** Selects several domains at once; undefined if nothing can be done with them. */
  selection?: DomainSelection | undefined;
};

export type DomainSelection = {
  ids: ReadonlySet<string>;
  onSelect: (domains: readonly TrackedDomain[], isSelected: boolean) => void;
  /** Selects the range from the last change to this one. */
  onExtend: (domain: TrackedDomain) => void;
};

export function DomainTable({ domains, newLevel, onRemove, onAccountRequired, selection }: Props) {
  const { ref, from, to, before, after } = useRowsInWindow(domains.length);
  return (
    <Table
      label="Tracked domains"
      className={selection === undefined ? DOMAIN_TABLE_CLASS : SELECTABLE_CLASS}
    >
      <DomainTableHead
        selectAll={
          selection && (
            <Checkbox
              aria-label="Select all domains"
              checked={selection.ids.size === domains.length}
              indeterminate={selection.ids.size > 0 && selection.ids.size < domains.length}
              onChange={({ target }) => selection.onSelect(domains, target.checked)}
            />
          )
        }
      />
      <TableBody>
        <tr ref={ref} aria-hidden style={{ height: before }} />
        {domains.slice(from, to).map((domain) => (
          <DomainRow
            key={domain.id}
            domain={domain}
            selectBox={
              selection && (
                <Checkbox
                  aria-label={`Select ${domain.domain}`}
                  checked={selection.ids.has(domain.id)}
                  onChange={({ target, nativeEvent }) => {
                    // The click that changes the box; the space bar is one as well.
                    if ((nativeEvent as MouseEvent).shiftKey) selection.onExtend(domain);
                    else selection.onSelect([domain], target.checked);
                  }}
                />
              )
            }
            onRemove={() => onRemove(domain)}
            newLevel={newLevel}
            onAccountRequired={(required) => onAccountRequired({ domain, ...required })}
          />
        ))}
        {after > 0 ? <tr aria-hidden style={{ height: after }} /> : null}
      </TableBody>
    </Table>
  );
}

export function DomainTableHead({ selectAll }: { selectAll?: ReactNode }) {
  return (
    <TableHead>
      <TableRow>
        {selectAll ? (
          <TableHeaderCell className="w-8 pr-0!">
            <span className="flex">{selectAll}</span>
          </TableHeaderCell>
        ) : null}
        <TableHeaderCell className="w-full min-w-26">Domain</TableHeaderCell>
        <TableHeaderCell className="min-w-sharing-column">Sharing</TableHeaderCell>
        <TableHeaderCell className="px-2!">Added</TableHeaderCell>
        <TableHeaderCell>
          <span className="sr-only">Actions</span>
        </TableHeaderCell>
      </TableRow>
    </TableHead>
  );
}

/** The rows that a long table renders now, and the height of the others in pixels. */
function useRowsInWindow(count: number) {
  const ref = useRef<HTMLTableRowElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const rect = ref.current?.getBoundingClientRect();
    if (rect !== undefined) setTop(rect.top + window.scrollY);
  }, []);
  const all = count <= ALL_ROWS_UP_TO;
  // oxlint-disable-next-line react/incompatible-library -- No compiler memoizes here.
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: !all,
    estimateSize: () => TABLE_ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  if (all) return { ref, from: 0, to: count, before: 0, after: 0 };
  const rows = virtualizer.getVirtualItems();
  const from = rows[0]?.index ?? 0;
  const to = (rows.at(-1)?.index ?? -1) + 1;
  return { ref, from, to, before: from * TABLE_ROW_HEIGHT, after: (count - to) * TABLE_ROW_HEIGHT };
}

/** Widths of names, so that the waiting looks like what will come. */
const NAME_WIDTHS = ['w-28', 'w-36', 'w-24', 'w-32', 'w-40', 'w-28'];

export function DomainTableSkeleton() {
  return (
    <>
      <output className="sr-only">Loading domains...</output>
      <Table label="Tracked domains" className={DOMAIN_TABLE_CLASS}>
        <DomainTableHead />
        <TableBody>
          {NAME_WIDTHS.map((width, row) => (
            <TableRow key={row}>
              <TableCell className="max-w-0 pr-1!">
                <span className="flex items-center gap-2">
                  <Skeleton className="size-icon-small" />
                  <Skeleton className={width} />
                </span>
              </TableCell>
              <TableCell className="w-sharing-column max-w-sharing-column">
                <Skeleton className="w-20" />
              </TableCell>
              <TableCell className="px-2!">
                <Skeleton className="w-20" />
              </TableCell>
              <TableCell className="px-1!">
                <span className="block size-input-small" />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  );
}
