import type { Endpoint } from '@repo/contract/endpoint';
import { endpoints, type EndpointResponse, type EndpointName } from '@repo/contract/endpoints';
import { errorStatus, type ErrorCode } from '@repo/contract/error';
import { http, HttpResponse, type DefaultBodyType } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { isFullServer, isOffered } from '#lib/server-level.ts';

/** What the sidebar and the top bar request, and a few pages; a test that is about it answers by itself. */
const sidebarHandlers = [
  http.get('*/api/workspaces', () => answer({ items: [] })),
  http.get('*/api/workspaces/:workspaceId/views', () => answer({ views: [], departed: [] })),
  // Of the sign-in page.
  http.get('*/api/auth/sso', () => answer({ isOffered: false })),
  // Of the settings.
  http.get('*/api/auth/sso/links', () => answer({ items: [] })),
  http.get('*/api/notices', () => answer({ notices: [], unread: 0 })),
  http.get('*/api/integrations', () => answer({ integrations: [], availableProviders: [] })),
];

const server = setupServer(...sidebarHandlers);
const unoffered: string[] = [];

/** Starts the API for the tests of a file. */
export function serveApi(): void {
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => {
    server.resetHandlers();
    const found = unoffered.splice(0);
    if (found.length > 0)
      throw new Error(`Requested, but not offered by the page: ${found.join()}`);
  });
  afterAll(() => server.close());
}

type Received = {
  params: Record<string, string>;
  query: Record<string, string>;
  /** The JSON body; undefined when there is none. */
  body: unknown;
  headers: Headers;
};

type Reply<Name extends EndpointName> = (
  received: Received,
) => EndpointResponse<Name> | Response | Promise<EndpointResponse<Name> | Response>;

/**
 * Responds to an endpoint, until the end of the test, with the data that `reply` returns, in the
 * envelope; or with a whole `Response`, as it is. Importing this file starts the API.
 */
export function mockEndpoint<Name extends EndpointName>(name: Name, reply: Reply<Name>): void {
  const [method, path] = name.split(' ') as ['GET', string];
  const verb = method.toLowerCase() as 'get';
  const pattern = `${window.location.origin}${path.replace(/\{(\w+)\}/g, ':$1')}`;
  server.use(
    http[verb](pattern, async ({ request, params }) => {
      const text = await request.text();
      const received: Received = {
        params: params as Record<string, string>,
        query: Object.fromEntries(new URL(request.url).searchParams),
        body: bodyOf(text, request.headers),
        headers: request.headers,
      };
      noteUnoffered(name, received);
      const data = await reply(received);
      if (data instanceof Response) return data;
      return answer(data as DefaultBodyType);
    }),
  );
}

function answer(data: DefaultBodyType): Response {
  return HttpResponse.json<DefaultBodyType>({ success: true, data });
}

/** The parts of a file are passed on as text. */
function bodyOf(text: string, headers: Headers): unknown {
  if (text === '') return undefined;
  const isFile = headers.get('content-type') === 'application/octet-stream';
  return isFile ? text : JSON.parse(text);
}

function noteUnoffered(name: EndpointName, { query, body }: Received): void {
  const { level, extras = [] }: Endpoint = endpoints[name];
  if (!isOffered(level)) unoffered.push(name);
  if (isFullServer()) return;
  for (const key of Object.keys(Object.assign({}, query, body))) {
    if (extras.includes(key)) unoffered.push(`${key} of ${name}`);
  }
}

/** A failure as the server words it. */
export function failure(code: ErrorCode, message: string, details?: unknown): Response {
  const status = errorStatus[code];
  return HttpResponse.json(
    {
      success: false,
      error: { message, status, code, ...(details === undefined ? {} : { details }) },
    },
    { status },
  );
}

/** The connection breaks before a response arrives. */
export function brokenConnection(): Response {
  return HttpResponse.error();
}

/** A response that does not arrive during the test. */
export function neverResponds(): Promise<never> {
  return new Promise(() => {});
}
