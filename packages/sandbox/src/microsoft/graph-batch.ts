import { json, type SandboxRequest, type SandboxResponse } from '../http/exchange.ts';
import type { GraphContext } from './graph-context.ts';
import { graphError } from './graph-error.ts';

const MAX_BATCH = 20;
/** With `throttledBatches`, every so many requests. */
const THROTTLED_EVERY = 3;

interface BatchedRequest {
  id: string;
  method: string;
  url: string;
  headers?: Record<string, string>;
}

/** `POST /$batch`: answers 200; each request has a status of its own, in another order. */
export async function respondToGraphBatch(
  { dispatch, switches, every }: GraphContext,
  { headers, body }: SandboxRequest,
): Promise<SandboxResponse> {
  const { requests } = JSON.parse(body.toString('utf8')) as { requests?: BatchedRequest[] };
  if (!Array.isArray(requests) || requests.length === 0 || requests.length > MAX_BATCH) {
    throw graphError(400, 'BadRequest', `A batch has 1 to ${MAX_BATCH} requests.`);
  }
  const responses: object[] = [];
  for (const one of requests) {
    if (switches.throttledBatches && every.isNext('batch', THROTTLED_EVERY)) {
      const hasTime = every.isNext('batch-retry', 2);
      responses.push(throttled(one.id, hasTime));
      continue;
    }
    const url = new URL(`/v1.0${one.url}`, 'http://sandbox');
    const answer = await dispatch({
      method: one.method,
      path: url.pathname,
      query: url.searchParams,
      headers: {
        host: headers.host,
        authorization: headers.authorization,
        ...Object.fromEntries(
          Object.entries(one.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
        ),
      },
      body: Buffer.alloc(0),
    });
    responses.push({
      id: one.id,
      status: answer.status,
      headers: answer.headers,
      body: parse(answer.text ?? ''),
    });
  }
  return json({ responses: responses.toReversed() });
}

const throttled = (id: string, hasTime: boolean) => ({
  id,
  status: 429,
  headers: hasTime ? { 'Retry-After': '1' } : {},
  body: {
    error: {
      code: 'ApplicationThrottled',
      message: 'Application is over its MailboxConcurrency limit.',
    },
  },
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
