import type { PlantedFault } from './planted-fault.ts';

export const gridFaults: readonly PlantedFault[] = [
  {
    name: 'a broken connection to the list is told as a fault of the server',
    find: "return isNetworkError(error) ? 'Network error occurred' : 'Failed to fetch accounts';",
    replace:
      "return isNetworkError(error) ? 'Failed to fetch accounts' : 'Failed to fetch accounts';",
    tests: ['routes/accounts'],
  },
  {
    name: 'what an earlier search found stays when another fails',
    find: 'total: isEarlierView && problem !== undefined ? 0 : (shown?.total ?? 0),',
    replace: 'total: shown?.total ?? 0,',
    tests: ['routes/accounts'],
  },
  {
    name: 'the search clears when it is cleared, but not what was just typed',
    find: "setText('');\n            onViewChange(clearedView);",
    replace: 'onViewChange(clearedView);',
    tests: ['routes/accounts'],
  },
  {
    name: 'the filter for quiet accounts shows the busy ones',
    find: 'tests.push((account) => !isActive(account));',
    replace: 'tests.push((account) => isActive(account));',
    tests: ['select-accounts'],
  },
  {
    name: 'the search does not find by people',
    find: "const text = [name, domain, ...people, lastActivity?.title].join('\\n').toLowerCase();",
    replace: "const text = [name, domain, lastActivity?.title].join('\\n').toLowerCase();",
    tests: ['select-accounts'],
  },
  {
    name: 'an exported name is a formula',
    find: "const safe = formulaStart.test(marked) ? `'${marked}` : marked;",
    replace: 'const safe = marked;',
    tests: ['accounts-csv', 'domain/src/text/csv'],
  },
  {
    name: 'a column can be moved before the first one',
    find: 'columns[index]?.movable === true && columns[index + step]?.movable === true',
    replace: 'columns[index]?.movable === true && columns[index + step] !== undefined',
    tests: ['routes/accounts'],
  },
  {
    name: 'an export can be begun twice',
    find: 'icon={<Download />}\n          loading={isExporting}',
    replace: 'icon={<Download />}\n          loading={false}',
    tests: ['routes/accounts'],
  },
  {
    name: 'rows that are about to go look as if they stayed',
    find: 'stale={rows.isEarlierView && !isFailed}',
    replace: 'stale={false}',
    tests: ['routes/accounts'],
  },
  {
    name: 'a column that cannot be written does not say so',
    find: "{column.access === 'READ_ONLY' ? <ReadOnlyMark /> : null}",
    replace: '',
    tests: ['routes/accounts'],
  },
  {
    name: 'a slow list looks empty',
    find: 'rowCount={isLoading ? SKELETON_ROWS : total}',
    replace: 'rowCount={total}',
    tests: ['routes/accounts'],
  },
];
