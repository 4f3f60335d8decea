import type { Endpoint } from '@repo/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readForRequest } from '../database/abandoned-request.ts';
import { hashToken } from '../secrets/token.ts';
import type { Admission } from './admission.ts';
import { apiKeyOf } from './admit-key.ts';
import { bearerToken } from './admit-request.ts';
import { AppError, notFound } from './app-error.ts';
import {
  type AnyHandler,
  type AnyOneQuery,
  isOneQuery,
  isSecretCall,
  type RequestReader,
} from './handlers.ts';
import { parseInput } from './parse-input.ts';
import { createWithhold } from './withhold-fields.ts';
import type { JsonText } from './pieced-text.ts';
import { writeJson } from './write-json.ts';

/** Returns the data of a response as JSON; empty when the handler has sent the response itself. */
export type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<JsonText>;

/** Returns what answers the requests to an endpoint, each in its turn. */
export function createAnswer(call: Endpoint, handler: AnyHandler, admission: Admission): Answer {
  const withhold = createWithhold(call);

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    await admission.confirmIfOld(request);
    if (isOneQuery(handler)) return readAtOnce(call, handler, { request, reply, admission });
    const sender = await admission.admit(request, reply);
    const requireStill = () => admission.confirm(request);
    const input = { ...parseInput(call, request), request, reply, requireStill };
    return isSecretCall(handler)
      ? handler.handle({ ...input, person: undefined, holder: sender })
      : handler({ ...input, person: sender });
  }

  return async (request, reply) => {
    // Changes are completed even if the client has gone; a stream ends by itself.
    const readsOnly = request.method === 'GET' && call.response instanceof z.ZodType;
    const result = readsOnly
      ? await readForRequest(clientGone(reply), () => handle(request, reply))
      : await handle(request, reply);
    if (reply.sent || !(call.response instanceof z.ZodType)) return '';
    const scopes = admission.scopesOf(request);
    if (isOneQuery(handler)) {
      const json = result as JsonText;
      return withhold && scopes ? withhold.fromJson(json, scopes) : json;
    }
    return writeJson(withhold && scopes ? withhold.fromData(result, scopes) : result);
  };
}

/** Aborted when the client has disconnected. */
function clientGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => raw.writableFinished || gone.abort());
  return gone.signal;
}

/**
 * Reads and authenticates in one query; if it returns nothing, authenticates separately to find out
 * why, and reads again.
 */
async function readAtOnce(
  call: Endpoint,
  { read, what }: AnyOneQuery,
  {
    request,
    reply,
    admission,
  }: { request: FastifyRequest; reply: FastifyReply; admission: Admission },
): Promise<JsonText> {
  const readFor = (reader: RequestReader) => read({ ...parseInput(call, request), reader });
  const hasKey = apiKeyOf(call, request) !== undefined;
  const session = { tokenHash: hashToken(bearerToken(request) ?? '') };
  const key = admission.knownKeyOf(request);
  const reader = hasKey ? key : bearerToken(request) && session;
  // Validation errors are only returned to users who are known.
  const known = reader && (await readFor(reader).catch(unlessRefused));
  if (known) {
    if (key !== undefined) admission.noteServed(request, reply, key);
    return known;
  }
  await admission.admit(request, reply);
  const holder = admission.keyHolderOf(request);
  const found = await readFor(holder ? { userId: holder.id } : session);
  if (found === undefined) throw notFound(what);
  return found;
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}
