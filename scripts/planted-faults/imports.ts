import type { PlantedFault } from './planted-fault.ts';

export const importFaults: readonly PlantedFault[] = [
  {
    name: 'a check of Gmail that fails never ends',
    find: 'if (isPending) return <Checking title={texts.checking} />;',
    replace: 'if (isPending || data === undefined) return <Checking title={texts.checking} />;',
    tests: ['routes/import-wizard'],
  },
  {
    name: 'a discovery that runs is never asked for again',
    find: "query.state.status === 'success' && isRunning(query.state.data) ? POLL_MS : false,",
    replace: "query.state.status === 'success' && isRunning(query.state.data) ? false : false,",
    tests: ['routes/import-wizard'],
  },
  {
    name: 'a broken connection is told in the words of the browser',
    find: "if (isNetworkError(error)) return 'Network error occurred while discovering domains';",
    replace: '',
    tests: ['routes/import-wizard'],
  },
  {
    name: 'the other discovered domains are not counted',
    find: '{more > 0 ? (',
    replace: '{more > 1_000 ? (',
    tests: ['routes/import-wizard'],
  },
  {
    name: 'what cannot be imported is not named',
    find: '{offending.length === 0 ? undefined : (',
    replace: '{offending.length >= 0 ? undefined : (',
    tests: ['routes/import-wizard'],
  },
  {
    name: 'a domain that was tracked before passes for new',
    find: 'if (age > ALREADY_TRACKED_AFTER_MS) {',
    replace: 'if (age > Number.MAX_VALUE) {',
    tests: ['features/import-domain'],
  },
  {
    name: 'a share that failed looks as if it was made',
    find: 'const chosen = share.isPending ? (share.variables ?? NOT_SHARED.value) : current;',
    replace: 'const chosen = share.isIdle ? current : (share.variables ?? NOT_SHARED.value);',
    tests: ['routes/import-preferences'],
  },
  {
    name: 'a list that could not be refreshed passes for fresh',
    find: '{domains !== undefined && error !== null ? (\n        <FailureBanner',
    replace: '{domains === undefined && error !== null ? (\n        <FailureBanner',
    tests: ['routes/import-preferences'],
  },
  {
    name: 'a domain that was removed elsewhere cannot be removed here',
    find: 'if (error instanceof ApiError && error.status === 404) onRemoved(removed);',
    replace: 'if (error instanceof ApiError && error.status === 410) onRemoved(removed);',
    tests: ['routes/import-preferences'],
  },
  {
    name: 'a refused list of domains is told without words',
    find: "title={`Error: ${failureMessage(error, 'Failed to fetch domains')}`}",
    replace: "title={`Error: ${failureMessage(error, '')}`}",
    tests: ['routes/import-preferences'],
  },
];
