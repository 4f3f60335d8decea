import type { Column } from '#ui/paged-table/paged-table.tsx';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Truncated } from '#ui/display/truncated.tsx';

/** Of a column that gives its room to the others, so that the table fits a window of 1,024 px. */
export const hiddenWhenNarrow = '@max-[56rem]:hidden';

// Columns that organizations and workspaces have alike, and people the last of them.

export const slugColumn: Column<{ slug: string }> = {
  header: 'Slug',
  className: 'max-w-48',
  cell: ({ slug }) => <Truncated className="text-muted">{slug}</Truncated>,
};

export const membersColumn: Column<{ memberCount: number }> = {
  header: 'Members',
  numeric: true,
  cell: ({ memberCount }) => <span className="tabular-nums">{memberCount}</span>,
};

export const createdColumn: Column<{ createdAt: string }> = {
  header: 'Created',
  cell: ({ createdAt }) => <RelativeTime value={createdAt} className="text-muted" />,
};
