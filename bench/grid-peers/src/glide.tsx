import '@glideapps/glide-data-grid/dist/index.css';
import {
  DataEditor,
  GridCellKind,
  type CustomCell,
  type CustomRenderer,
  type GridCell,
} from '@glideapps/glide-data-grid';
import type { AccountRow } from '@repo/contract/account-list';
import { createRoot } from 'react-dom/client';
import {
  ageOf,
  bubbleColours,
  bubbleSizes,
  bubblesOf,
  columns,
  headerHeight,
  readRows,
  rowHeight,
} from './columns.ts';

type Column = (typeof columns)[number]['id'];
type BubbleCell = CustomCell<{ row: AccountRow }>;

const bubbles: CustomRenderer<BubbleCell> = {
  kind: GridCellKind.Custom,
  isMatch: (cell): cell is BubbleCell => 'row' in (cell.data as object),
  draw: ({ ctx, rect }, { data }) => {
    ctx.save();
    ctx.translate(rect.x, rect.y);
    ctx.lineCap = 'round';
    for (const { side, level, d } of bubblesOf(data.row)) {
      ctx.strokeStyle = bubbleColours[side][level];
      ctx.lineWidth = bubbleSizes[level];
      ctx.stroke(new Path2D(d));
    }
    ctx.restore();
    return true;
  },
};

function cellOf(row: AccountRow, column: Column): GridCell {
  switch (column) {
    case 'recentActivity':
      return { kind: GridCellKind.Custom, allowOverlay: false, copyData: '', data: { row } };
    case 'contributors':
      return {
        kind: GridCellKind.Bubble,
        allowOverlay: false,
        data: row.contributors.slice(0, 2).map(({ user }) => user.name),
      };
    case 'name':
      return { kind: GridCellKind.Uri, allowOverlay: false, data: row.name };
    case 'lastTouchPoint':
      return text(row.lastActivity?.title ?? '–');
    case 'createdBy':
      return text(row.creator?.name ?? '–');
    case 'created':
      return text(ageOf(row.createdAt));
  }
}

const text = (data: string): GridCell => ({
  kind: GridCellKind.Text,
  allowOverlay: false,
  data,
  displayData: data,
});

const rows = await readRows();
const element = document.querySelector('#grid');
if (element === null) throw new Error('The page has no place for the grid.');
createRoot(element).render(
  <DataEditor
    width="100%"
    height="100%"
    rows={rows.length}
    rowHeight={rowHeight}
    headerHeight={headerHeight}
    freezeColumns={1}
    smoothScrollX
    smoothScrollY
    customRenderers={[bubbles]}
    columns={columns.map(({ id, label, width }) => ({ id, title: label, width }))}
    getCellContent={([column, row]) => {
      const account = rows[row];
      const id = columns[column]?.id;
      return account === undefined || id === undefined ? text('') : cellOf(account, id);
    }}
  />,
);
