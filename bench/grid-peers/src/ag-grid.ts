import type { AccountRow } from '@repo/contract/account-list';
import {
  AllCommunityModule,
  createGrid,
  ModuleRegistry,
  type ICellRendererParams,
} from 'ag-grid-community';
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

type Drawing = (row: AccountRow) => string;

const drawings: Record<(typeof columns)[number]['id'], Drawing> = {
  name: ({ id, name }) =>
    `<span class="line">${letter(name)}<a href="#${id}">${escape(name)}</a></span>`,
  recentActivity: (row) => {
    const paths = bubblesOf(row).map(
      ({ side, level, d }) =>
        `<path d="${d}" stroke="${bubbleColours[side][level]}" stroke-width="${bubbleSizes[level]}"/>`,
    );
    return `<svg width="420" height="36" fill="none" stroke-linecap="round">${paths.join('')}</svg>`;
  },
  lastTouchPoint: ({ lastActivity }) =>
    lastActivity === null
      ? '–'
      : `<span class="line"><svg width="16" height="16"><path d="M2 4h12v8H2z" fill="none" stroke="#656a75"/></svg>
          <span class="text">${escape(lastActivity.title)}</span>
          <time>${ageOf(lastActivity.occurredAt)}</time></span>`,
  contributors: ({ contributors }) => {
    const shown = contributors
      .slice(0, 2)
      .map(({ user }) => `${letter(user.name)}<span class="text">${escape(user.name)}</span>`);
    const more = contributors.length > 2 ? `<span>+${contributors.length - 2} more</span>` : '';
    return `<span class="line">${shown.join('')}${more}</span>`;
  },
  createdBy: ({ creator }) => escape(creator?.name ?? '–'),
  created: ({ createdAt }) => `<time>${ageOf(createdAt)}</time>`,
};

const letter = (name: string) => `<span class="letter">${escape(name.slice(0, 1))}</span>`;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

const style = document.createElement('style');
style.textContent = `
  .ag-cell { padding: 0 12px }
  .ag-cell[col-id="recentActivity"] { padding: 0 }
  .line { display: flex; align-items: center; gap: 8px; height: 36px }
  .text { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0 }
  .line > .text { flex: 1 }
  .letter { flex: none; width: 16px; height: 16px; border-radius: 4px; background: #ebecef;
    font-size: 10px; text-align: center; line-height: 16px }
`;
document.head.append(style);

ModuleRegistry.registerModules([AllCommunityModule]);
const grid = document.querySelector<HTMLElement>('#grid');
if (grid === null) throw new Error('The page has no place for the grid.');
createGrid<AccountRow>(grid, {
  rowData: await readRows(),
  rowHeight,
  headerHeight,
  columnDefs: columns.map(({ id, label, width }) => ({
    colId: id,
    headerName: label,
    width,
    ...(id === 'name' && { pinned: 'left' as const }),
    cellRenderer: ({ data }: ICellRendererParams<AccountRow>) => {
      const cell = document.createElement('div');
      if (data !== undefined) cell.innerHTML = drawings[id](data);
      return cell;
    },
  })),
});
