import { limits } from '@repo/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#platform/context.ts';
import {
  type AuthenticateKey,
  type KeyHolder,
  requireWellFormed,
} from '#platform/http/admit-key.ts';
import { bearerToken } from '#platform/http/admit-request.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { createKeyRates } from '#platform/http/key-rates.ts';
import { isWellFormedKey, looksLikeApiKey } from '#platform/secrets/api-key.ts';
import { createFairLimiter } from '#platform/rate-limit/fair-limiter.ts';
import { hashToken } from '#platform/secrets/token.ts';
import { sendAllowed } from './access/send-allowed.ts';
import type { Caller, ToolOutcome } from './protocol/mcp-handler.ts';
import type { ToolRequest } from './protocol/tools.ts';

/** No request of an assistant is longer. */
const MAX_BODY_BYTES = 32 * 1024;

/** The headers of a request that the protocol needs. */
const passedHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/**
 * Serves the Model Context Protocol to assistants, read-only and for API keys alone
 * (docs/decisions/assistants.md). Tools send requests to the API itself, with the key, so that an assistant
 * reads nothing that the key may not read.
 */
export function registerMcp(
  app: FastifyInstance,
  { config, db, log }: Context,
  authenticateKey: AuthenticateKey,
): void {
  const rates = createKeyRates();
  const holders = new WeakMap<FastifyRequest, KeyHolder>();
  /** The assistants with a request in progress, by the request's id, which is no secret. */
  const callers = new Map<string, Caller>();
  // A request can use a hundred tools at once, and a user has many keys.
  const inTurn = createFairLimiter({
    perKey: 1,
    // Reading takes its turn in the API, and shaping gives way to other requests.
    total: Number.POSITIVE_INFINITY,
    waitingPerKey: limits.waitingRequests,
    timeoutMs: limits.requestTimeout,
  });
  const handler = loadOnce(async () => {
    const { createHandler } = await import('./protocol/mcp-handler.ts');
    return createHandler((name) => callers.get(name) ?? refused);
  });

  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { origin } = request.headers;
    if (origin !== undefined && origin !== new URL(config.webUrl).origin) {
      throw new AppError('FORBIDDEN', 'This address is not for pages in a browser.');
    }
    const key = bearerToken(request);
    if (key === undefined || !isWellFormedKey(key)) {
      void reply.header('www-authenticate', 'Bearer');
      if (key !== undefined && looksLikeApiKey(key)) requireWellFormed(key);
      throw new AppError(
        'UNAUTHENTICATED',
        'An assistant needs an API key, in the header "Authorization: Bearer atk_…". Create one in your settings.',
      );
    }
    const hash = hashToken(key).toString('base64');
    rates.requireRoom(hash, reply);
    holders.set(request, await authenticateKey(key, request.ip));
    rates.count(hash, reply);
  };

  const send = async (
    { headers: { authorization }, ip }: FastifyRequest,
    { name, params = {}, query = {} }: ToolRequest,
  ): Promise<ToolOutcome> => {
    const path = name
      .replace('GET ', '')
      .replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params[part] ?? ''));
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const response = await app.inject({
      method: 'GET',
      url: path,
      query: Object.fromEntries(given.map(([field, value]) => [field, String(value)])),
      headers: { authorization },
      remoteAddress: ip,
    });
    const answer = response.json<
      { success: true; data: unknown } | { success: false; error: { message: string } }
    >();
    return answer.success ? { data: answer.data } : { refusal: answer.error.message };
  };

  app.route({
    method: 'POST',
    url: '/mcp',
    bodyLimit: MAX_BODY_BYTES,
    onRequest: admit,
    handler: async (request, reply) => {
      const { id: userId, scopes } = holders.get(request) as KeyHolder;
      callers.set(request.id, {
        scopes,
        send: sendAllowed({ db, log }, userId, (toSend) => send(request, toSend)),
        inTurn: (answer) => inTurn(userId, answer),
        onUse: (tool) => log.info({ userId, tool }, 'an assistant used a tool'),
      });
      try {
        const { fetch } = await handler();
        const response = await fetch(toRequest(request, config.webUrl), {
          parsedBody: request.body,
          authInfo: { token: request.id, clientId: userId, scopes: [...scopes] },
        });
        return await reply
          .status(response.status)
          .header('cache-control', 'no-store')
          .type(response.headers.get('content-type') ?? 'application/json')
          .send(await response.text());
      } finally {
        callers.delete(request.id);
      }
    },
  });
  // There are no sessions, and nothing to listen to.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    handler: async (_request, reply) => {
      return reply.status(405).header('allow', 'POST').send();
    },
  });
  // Clients look here for OAuth, which there is not; the web application has no such page.
  app.get('/.well-known/*', async () => {
    throw notFound('Page');
  });
}

const refused: Caller = {
  scopes: [],
  send: async () => ({ refusal: 'Not authenticated' }),
  inTurn: (answer) => answer(),
  onUse: () => {},
};

/** The request as the protocol's library takes it; the body is passed beside it. */
function toRequest({ headers }: FastifyRequest, webUrl: string): Request {
  const passed = new Headers();
  for (const name of passedHeaders) {
    const value = headers[name];
    if (typeof value === 'string') passed.set(name, value);
  }
  return new Request(new URL('/mcp', webUrl), { method: 'POST', headers: passed, body: '' });
}

/** Loads something large at its first use. A failure is not kept. */
function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
