import { ProviderError } from '#modules/integrations/provider-error.ts';
import { readLimited, ResponseTooLargeError } from '#platform/net/read-limited.ts';
import { asList, asRecord, failureOf } from './fireflies-failure.ts';

/** Timeout of one response; milliseconds. */
const requestTimeout = 30_000;
/** A page of 50 calls with summaries has about 1 MB, a transcript of ten hours 2 MB. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

/**
 * Sends GraphQL queries.
 *
 * @throws ProviderError for every failure.
 */
export interface FirefliesClient {
  /** Returns the `data` of a response without errors. */
  query: <Data>(query: string, variables?: Record<string, unknown>) => Promise<Data>;
  /** The same, but also returns failures of single fields together with the rest of the `data`. */
  queryPartly: <Data>(
    query: string,
    variables?: Record<string, unknown>,
  ) => Promise<{ data: Data; failures: FieldFailure[] }>;
}

/**
 * A field that Fireflies failed to return; it is null in the `data`, or an object that contains it
 * is.
 */
export interface FieldFailure {
  /** Path from the root of the `data`: field names and list indexes. */
  path: (string | number)[];
  /** Fireflies' own error message. */
  message: string;
}

export interface FirefliesAccess {
  url: string;
  apiKey: string;
  signal: AbortSignal;
  /** Counts a request before it is sent, if the number of requests is limited. */
  spendRequest?: () => Promise<void>;
}

export function createFirefliesClient(access: FirefliesAccess): FirefliesClient {
  const { url, apiKey, signal, spendRequest } = access;
  const send = async <Data>(query: string, variables: Record<string, unknown> = {}) => {
    await spendRequest?.();
    const { status, body } = await post(url, apiKey, { query, variables }, signal);
    const errors = asList(asRecord(body)['errors']).map(asRecord);
    if (status >= 400) throw failureOf(status, errors[0] ?? {});
    const { data } = asRecord(body);
    const isData = typeof data === 'object' && data !== null;
    if (errors[0] !== undefined && !isData) throw failureOf(status, errors[0]);
    if (isData) return { status, data: data as Data, errors };
    throw new ProviderError('temporary', 'Fireflies sent a response that cannot be read.');
  };
  return {
    async query<Data>(query: string, variables?: Record<string, unknown>) {
      const { status, data, errors } = await send<Data>(query, variables);
      if (errors[0] !== undefined) throw failureOf(status, errors[0]);
      return data;
    },
    async queryPartly<Data>(query: string, variables?: Record<string, unknown>) {
      const { status, data, errors } = await send<Data>(query, variables);
      const failures = errors.map((error) => {
        const failure = failureOf(status, error);
        const path = asList(error['path']) as FieldFailure['path'];
        // A refused key or an exhausted quota does not concern only the field that reports it.
        const isAboutField = failure.kind === 'temporary' || failure.kind === 'permanent';
        if (path.length < 2 || !isAboutField) throw failure;
        return { path, message: String(error['message'] ?? `status ${status}`) };
      });
      return { data, failures };
    },
  };
}

async function post(url: string, apiKey: string, request: object, signal: AbortSignal) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(request),
      // The API has no redirects, and the target of one would not be the trusted server.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeout)]),
    });
    const body = await readLimited(response, MAX_RESPONSE_BYTES);
    return { status: response.status, body: parse(body.toString()) };
  } catch (cause) {
    if (cause instanceof ResponseTooLargeError) {
      const limit = MAX_RESPONSE_BYTES / 1024 / 1024;
      throw new ProviderError('permanent', `Fireflies sent more than ${limit} MiB at once.`, {
        cause,
      });
    }
    throw new ProviderError('temporary', 'Fireflies could not be reached.', { cause });
  }
}

/** A response that is not JSON comes from a gateway; its status is sufficient. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
