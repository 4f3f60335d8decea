import type { PlantedFault } from './planted-fault.ts';

export const otherFaults: readonly PlantedFault[] = [
  {
    name: 'a made-up provider is named in a toast',
    find: "const name = known?.name ?? 'Your';",
    replace: "const name = known?.name ?? provider ?? 'Your';",
    tests: ['routes/oauth-success'],
  },
  {
    name: 'a return without an answer passes for success',
    find: "else target.set(OAUTH_ERROR, error || 'Invalid response from authentication service');",
    replace:
      "else if (error) target.set(OAUTH_ERROR, error);\n  else target.set(OAUTH_SUCCESS, 'true');",
    tests: ['routes/oauth-success'],
  },
  {
    name: 'the outcome of a connection is told again after a reload',
    find: 'setSearch({}, { replace: true });',
    replace: '',
    tests: ['routes/oauth-success'],
  },
  {
    name: 'why a connection could not begin is not told',
    find: "was not connected`, {\n        description: failureMessage(error, 'Please try again.'),",
    replace: "was not connected`, {\n        description: 'Please try again.',",
    tests: ['routes/integrations'],
  },
  {
    name: 'nothing to connect leaves the page empty',
    find: '{data !== undefined && data.providers.length > 0 ? (',
    replace: '{data !== undefined ? (',
    tests: ['routes/integrations'],
  },
  {
    name: 'without a stream nobody hears how a sync goes',
    find: 'const isDue = runs || Date.now() >= askedAt + POLL_AT_REST_MS;',
    replace: 'const isDue = Date.now() >= askedAt + POLL_AT_REST_MS;',
    tests: ['routes/integrations', 'lib/integrations'],
  },
  {
    name: 'each letter of a search asks the server',
    find: 'const settled = useDebouncedValue(text, SEARCH_DEBOUNCE_MS);\n  const written',
    replace: 'const settled = text;\n  const written',
    tests: ['routes/admin/users'],
  },
  {
    name: 'an older answer stands for a newer search',
    find: 'queryKey: [...queryKey, { page, search }],',
    replace: 'queryKey: [...queryKey, { page }],',
    tests: ['routes/admin/users'],
  },
  {
    name: 'a list of the administration that fails is an empty page',
    find: "failure: 'Failed to fetch users',",
    replace: "failure: '',",
    tests: ['routes/admin/users'],
  },
  {
    name: 'a reset status that cannot be had passes for none',
    find: ') : status.data === undefined ? (',
    replace: ') : status.data === null ? (',
    tests: ['routes/admin/users'],
  },
  {
    name: 'what needs attention on a server passes for good',
    find: "(state in LOOKS ? state : 'attention')",
    replace: "(state in LOOKS ? 'good' : 'attention')",
    tests: ['routes/admin/status'],
  },
];
