/** The allowed values of a query parameter or a field of a body; undefined for any. */
type Field = RegExp | undefined;

export interface SpecifiedCall {
  /** Query parameters; those of `optional` may be absent, all others are required. */
  query?: Readonly<Record<string, Field>>;
  /** Fields of the body, likewise. Without it there is no body. */
  body?: Readonly<Record<string, Field>>;
  optional?: readonly string[];
  /** The specification does not show what is sent. */
  payloadNotShown?: true;
  /** Made by the signed-out. */
  isPublic?: true;
}

const page = {
  query: { page: /^\d+$/, limit: /^20$/, search: /./ },
  optional: ['search'],
} as const;

/**
 * The endpoints of the specification, part 1 and part 2, section 7, with their parameters and
 * fields. Written from the specification alone, to detect where the project's contract differs.
 */
export const specifiedCalls = {
  'POST /api/auth/login': { body: { email: undefined, password: undefined }, isPublic: true },
  'POST /api/auth/logout': {},
  'POST /api/auth/request-password-reset': { body: { email: undefined }, isPublic: true },
  'POST /api/auth/reset-password': {
    body: { token: undefined, password: undefined },
    isPublic: true,
  },
  'GET /api/auth/me': {},
  'GET /api/workspaces': {},
  'GET /api/admin/users': page,
  'GET /api/admin/organizations': page,
  'GET /api/admin/workspaces': page,
  'GET /api/admin/users/{id}': {},
  'PUT /api/admin/users/{id}': {
    body: { name: undefined, isAdmin: undefined, isTest: undefined, isActive: undefined },
  },
  'GET /api/admin/users/{id}/password-reset-status': {},
  // '(initiate password reset for a user): path and payload not shown'
  'POST /api/admin/users/{id}/password-reset': { payloadNotShown: true },
  'DELETE /api/admin/reset/user-data': { body: { email: undefined } },
  'GET /api/activities/{activityId}': {},
  'POST /api/accounts/import': {
    body: {
      domains: undefined,
      source: /^(manual|discovered)$/,
      name: undefined,
      workspaceId: undefined,
    },
    optional: ['name', 'workspaceId'],
  },
  'POST /api/accounts/domains/share': {
    body: { domainId: undefined, workspaceId: undefined, domain: undefined },
  },
  'DELETE /api/accounts/domains/unshare': { body: { domainId: undefined, workspaceId: undefined } },
  'GET /api/workspaces/{workspaceId}/accounts': { query: { includeTimeline: /^true$/ } },
  'GET /api/accounts/{accountId}': {},
  'GET /api/accounts/{accountId}/timeline': {
    query: { range: /^(3W|6W|12W)$/, end_date: /^\d{4}-\d\d-\d\d$/ },
  },
  'GET /api/accounts': { query: { type: /^domains$/ } },
  'DELETE /api/accounts/domains/{id}': {},
  'GET /api/accounts/discover': { query: { days: /^14$/ } },
  'GET /api/activities/{activityId}/fireflies-transcript': {},
  'GET /api/integrations': {},
  'POST /api/integrations/{provider}/auth': { payloadNotShown: true },
  'POST /api/integrations/{provider}/callback': { body: { code: undefined, state: undefined } },
  'DELETE /api/integrations/{id}': {},
  'POST /api/integrations/{id}/sync': {},
} satisfies Record<string, SpecifiedCall>;

export type SpecifiedName = keyof typeof specifiedCalls;

/** The call that a request makes; undefined beyond the specification. */
export function findCall(method: string, pathname: string): SpecifiedName | undefined {
  const names = Object.keys(specifiedCalls) as SpecifiedName[];
  const matching = names.filter((name) => {
    const [verb, path = ''] = name.split(' ');
    return (
      verb === method && new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname)
    );
  });
  // '/api/accounts/discover' is no account.
  return matching.find((name) => name.endsWith(pathname)) ?? matching[0];
}

/** The differences between a request and the specification: what it adds and what it lacks. */
export function problemsOf(
  name: SpecifiedName,
  query: Readonly<Record<string, string>>,
  body: unknown,
): string[] {
  const call: SpecifiedCall = specifiedCalls[name];
  if (call.payloadNotShown) return [];
  const fields = typeof body === 'object' && body !== null ? body : {};
  return [
    ...(body !== undefined && call.body === undefined ? ['a body'] : []),
    ...compare('parameter', call.query ?? {}, query, call.optional),
    ...compare('field', call.body ?? {}, fields as Record<string, unknown>, call.optional),
  ].map((problem) => `${name}: ${problem}`);
}

function compare(
  noun: string,
  expected: Readonly<Record<string, Field>>,
  sent: Readonly<Record<string, unknown>>,
  optional: readonly string[] = [],
): string[] {
  const lacking = Object.keys(expected).filter((key) => !optional.includes(key) && !(key in sent));
  return [
    ...lacking.map((key) => `no ${noun} '${key}'`),
    ...Object.entries(sent).flatMap(([key, value]) => {
      if (!(key in expected)) return [`another ${noun} '${key}'`];
      const pattern = expected[key];
      return pattern === undefined || pattern.test(String(value))
        ? []
        : [`${noun} '${key}' is ${JSON.stringify(value)}`];
    }),
  ];
}
