import { z } from 'zod';
import type { ProviderSession } from '#modules/integrations/provider.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { readLimited } from '#platform/net/read-limited.ts';
import { asObject, GraphError } from './microsoft-failure.ts';
import { MAX_AT_ONCE, type MailboxLimits } from './mailbox-limits.ts';
import {
  MAX_RESPONSE_BYTES,
  type MicrosoftSettings,
  REQUEST_TIMEOUT_MS,
} from './microsoft-settings.ts';
import { requestTokens } from './request-tokens.ts';

/** Refreshed so long before it expires, so that it does not expire on the way; milliseconds. */
const EARLIER_MS = 2 * 60_000;
const MAX_BATCH = 20;
/** Attempts of a request that fails for the moment. The engine repeats what fails after that, with longer waits. */
const MAX_ATTEMPTS = 3;
const RETRY_WAIT_MS = 200;
/** After a longer pause than this the sync ends and goes on later; milliseconds. */
const MAX_PAUSE_MS = 20_000;

/** Ids that survive a move (https://learn.microsoft.com/graph/outlook-immutable-id). Its case matters. */
const IMMUTABLE_IDS = 'IdType="ImmutableId"';

export interface GraphRequest {
  /** From the version on: `/me/messages`; or a link of an earlier response as `relativeLink` returns it. */
  path: string;
  /** Preferences in addition to immutable ids. */
  prefer?: string;
  maxBytes?: number;
}

/** The answer to one request of a batch. */
export type BatchAnswer = { body: Record<string, unknown> } | { error: GraphError };

/** Microsoft Graph with the access of one user. */
export interface GraphSession {
  /** @throws GraphError for every response that is not a success. */
  get: (request: GraphRequest) => Promise<Record<string, unknown>>;
  /** Returns a body that is not JSON. */
  download: (request: GraphRequest) => Promise<Buffer>;
  /** Sends several requests at once; the answers are in the order of the paths. */
  batch: (paths: readonly string[]) => Promise<BatchAnswer[]>;
  /** A link of a response without its host. @throws ProviderError for a link to another host. */
  relativeLink: (link: string) => string;
  /** When Microsoft answered last, by its own clock; epoch milliseconds. */
  now: () => number;
}

const credentialsForm = z.object({
  access_token: z.string().catch(''),
  refresh_token: z.string(),
  expires_at: z.number().catch(0),
  scope: z.string().catch(''),
});

/** Opens a grant. The access token is refreshed when it expires, and once when it is refused. */
export function openGraphSession(
  settings: MicrosoftSettings,
  { credentials, saveCredentials, signal }: ProviderSession,
  { gate, bucket, pause }: MailboxLimits,
): GraphSession {
  const root = `${settings.graphUrl}/v1.0`;
  const { pathname } = new URL(root);
  let tokens = credentialsForm.parse(credentials);
  let refreshing: Promise<void> | undefined;
  let clockOffset = 0;

  const refresh = async () => {
    const fresh = await requestTokens(
      settings,
      { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
      signal,
    );
    tokens = {
      access_token: fresh.access_token,
      refresh_token: fresh.refresh_token ?? tokens.refresh_token,
      expires_at: fresh.expires_at,
      scope: fresh.scope === '' ? tokens.scope : fresh.scope,
    };
    saveCredentials({ ...tokens });
  };
  const refreshOnce = async () => {
    refreshing ??= refresh().finally(() => (refreshing = undefined));
    await refreshing;
  };

  const send = async (path: string, init: RequestInit, maxBytes: number): Promise<Buffer> => {
    await bucket.take(1, signal);
    const response = await fetch(`${root}${path}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${tokens.access_token}` },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    });
    const date = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(date)) clockOffset = date - Date.now();
    const body = await readLimited(response, maxBytes);
    if (!response.ok) throw new GraphError(response.status, parse(body), response.headers);
    return body;
  };

  /** Sends a request again that failed for the moment. A 429 is the engine's: it sends fewer at once. */
  const repeated = async (path: string, init: RequestInit, maxBytes: number): Promise<Buffer> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(path, init, maxBytes);
      } catch (error) {
        if (!isBriefFailure(error) || attempt === MAX_ATTEMPTS) throw error;
        await pause(jitter(RETRY_WAIT_MS * 2 ** attempt), signal);
      }
    }
  };

  const authorized = (
    path: string,
    init: RequestInit,
    { maxBytes = MAX_RESPONSE_BYTES, weight = 1 }: { maxBytes?: number; weight?: number } = {},
  ): Promise<Buffer> =>
    gate(
      async () => {
        if (tokens.access_token === '' || tokens.expires_at - EARLIER_MS < Date.now()) {
          await refreshOnce();
        }
        const used = tokens.access_token;
        try {
          return await repeated(path, init, maxBytes);
        } catch (error) {
          if (!(error instanceof GraphError) || error.status !== 401) throw error;
          // A token can be revoked early; another request may have refreshed it by now.
          if (tokens.access_token === used) await refreshOnce();
          return await repeated(path, init, maxBytes);
        }
      },
      signal,
      weight,
    );

  const download = ({ path, prefer, maxBytes }: GraphRequest) => {
    const preferred = prefer === undefined ? IMMUTABLE_IDS : `${IMMUTABLE_IDS}, ${prefer}`;
    const init = { headers: { prefer: preferred } };
    return authorized(path, init, maxBytes === undefined ? {} : { maxBytes });
  };
  const readJson = (body: Buffer): Record<string, unknown> => {
    const value = parse(body);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
    throw unreadable();
  };

  const batchOf = async (paths: readonly string[]): Promise<BatchAnswer[]> => {
    const requests = paths.map((url, index) => ({
      id: String(index),
      method: 'GET',
      url,
      headers: { Prefer: IMMUTABLE_IDS },
    }));
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requests }),
    };
    // Each of its requests counts.
    if (paths.length > 1) await bucket.take(paths.length - 1, signal);
    const weight = Math.min(paths.length, MAX_AT_ONCE);
    const { responses } = readJson(await authorized('/$batch', init, { weight }));
    if (!Array.isArray(responses)) throw unreadable();
    const byId = new Map(
      responses.map((one: unknown) => {
        const answer = asObject(one);
        return [String(answer['id']), answer] as const;
      }),
    );
    return paths.map((_, index) => toAnswer(byId.get(String(index))));
  };

  /** Requests again what was throttled or failed inside a batch, which itself succeeded. */
  const batchAll = async (paths: readonly string[]): Promise<BatchAnswer[]> => {
    const used = tokens.access_token;
    let answers = await batchOf(paths);
    if (answers.some((answer) => 'error' in answer && answer.error.status === 401)) {
      // The batch was accepted with a token that its requests were not.
      if (tokens.access_token === used) await refreshOnce();
      answers = await batchOf(paths);
    }
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
      const failed = [...answers.entries()].filter(([, answer]) => isRepeatable(answer));
      if (failed.length === 0) break;
      const wait = Math.max(
        jitter(RETRY_WAIT_MS * 2 ** attempt),
        ...failed.map(([, answer]) => 1_000 * (retryAfterOf(answer) ?? 0)),
      );
      if (wait > MAX_PAUSE_MS) break;
      await pause(wait, signal);
      const again = await batchOf(failed.map(([index]) => paths[index] ?? ''));
      for (const [at, [index]] of failed.entries()) {
        const answer = again[at];
        if (answer !== undefined) answers[index] = answer;
      }
    }
    return answers;
  };

  return {
    get: async (request) => readJson(await download(request)),
    download,
    async batch(paths) {
      const answers: BatchAnswer[] = [];
      for (let at = 0; at < paths.length; at += MAX_BATCH) {
        answers.push(...(await batchAll(paths.slice(at, at + MAX_BATCH))));
      }
      return answers;
    },
    relativeLink(link) {
      const url = URL.canParse(link) ? new URL(link) : undefined;
      const isOurs =
        url?.origin === new URL(root).origin && url.pathname.startsWith(`${pathname}/`);
      if (!isOurs) {
        // The access token is sent to it.
        throw new ProviderError('temporary', 'Microsoft 365 sent a link to another server.');
      }
      return `${url.pathname.slice(pathname.length)}${url.search}`;
    },
    now: () => Date.now() + clockOffset,
  };
}

const unreadable = () =>
  new ProviderError('temporary', 'Microsoft 365 sent a response that cannot be read.');

const jitter = (ms: number): number => ms * (0.5 + Math.random());

/** Overloaded servers answer with 502 to 504, or with 400 and no reason. */
const isBriefFailure = (error: unknown): boolean =>
  error instanceof GraphError &&
  error.retryAfterSeconds === undefined &&
  (error.status >= 502 || (error.status === 400 && error.code === ''));

const isRepeatable = (answer: BatchAnswer): boolean =>
  'error' in answer && (answer.error.status === 429 || answer.error.status >= 502);

const retryAfterOf = (answer: BatchAnswer): number | undefined =>
  'error' in answer ? answer.error.retryAfterSeconds : undefined;

/** An answer that is missing counts as a failure that passes. */
function toAnswer(answer: Record<string, unknown> | undefined): BatchAnswer {
  const { status, body, headers } = answer ?? { status: 503 };
  if (typeof status === 'number' && status >= 200 && status < 300) return { body: asObject(body) };
  const named = Object.entries(asObject(headers)).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ]);
  const error = new GraphError(
    typeof status === 'number' ? status : 503,
    body,
    new Headers(named as [string, string][]),
  );
  return { error };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
