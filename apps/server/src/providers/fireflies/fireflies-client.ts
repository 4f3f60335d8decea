import { ProviderError } from '../../modules/integrations/provider-error.ts';
import { asList, asRecord, failureOf } from './fireflies-failure.ts';

/** How long one answer may take; milliseconds. */
const requestTimeout = 30_000;
/** A page of 50 calls with summaries has about 1 MB, a transcript of ten hours 2 MB. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

/** Asks one GraphQL query; answers its `data`. Whatever goes wrong is a `ProviderError`. */
export type AskFireflies = <Data>(
  query: string,
  variables?: Record<string, unknown>,
) => Promise<Data>;

export interface FirefliesAccess {
  url: string;
  apiKey: string;
  signal: AbortSignal;
  /** Counts a request before it is made, where there are only so many. */
  spendRequest?: () => Promise<void>;
}

export function createFirefliesClient(access: FirefliesAccess): AskFireflies {
  const { url, apiKey, signal, spendRequest } = access;
  return async <Data>(query: string, variables: Record<string, unknown> = {}) => {
    await spendRequest?.();
    const { status, body } = await post(url, apiKey, { query, variables }, signal);
    const [error] = asList(asRecord(body)['errors']);
    if (error !== undefined || status >= 400) throw failureOf(status, asRecord(error));
    const { data } = asRecord(body);
    if (typeof data === 'object' && data !== null) return data as Data;
    throw new ProviderError('temporary', 'Fireflies gave an answer that cannot be read.');
  };
}

async function post(url: string, apiKey: string, request: object, signal: AbortSignal) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(request),
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeout)]),
    });
    const text = await readText(response);
    return { status: response.status, body: parse(text) };
  } catch (cause) {
    if (cause instanceof ProviderError) throw cause;
    throw new ProviderError('temporary', 'Fireflies could not be reached.', { cause });
  }
}

/** @throws ProviderError `permanent` for more than `MAX_RESPONSE_BYTES`, which is not read on. */
async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > MAX_RESPONSE_BYTES) {
      const limit = MAX_RESPONSE_BYTES / 1024 / 1024;
      throw new ProviderError('permanent', `Fireflies sent more than ${limit} MiB at once.`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts, bytes).toString();
}

/** What is no JSON comes from a gateway in between; its status says enough. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
