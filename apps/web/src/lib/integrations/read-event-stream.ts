import type { Integration } from '@repo/contract/integrations';
import { apiUrl } from '../api/api-url.ts';
import { parseJson } from '../api/parse-json.ts';
import { readResponse } from '../api/read-response.ts';
import { connectionsIn } from './read-connections.ts';

/** The server sends a heartbeat every 15 seconds; a stream that is silent for longer is dead. */
const SILENCE_MS = 40_000;

/** Larger than the integrations of any user; a stream with a longer event is given up. */
const MAX_EVENT_CHARACTERS = 4_000_000;

/** The server does not offer the stream, and will not in the next minutes. */
export class EventStreamUnavailableError extends Error {
  override name = 'EventStreamUnavailableError';
}

type Options = {
  token: string;
  /** The id of the last event; events up to it are not sent again. */
  lastEventId: string;
  signal: AbortSignal;
  onOpen: () => void;
  onIntegrations: (integrations: Integration[], eventId: string) => void;
  /** Something changed in the accounts of the user's workspaces. */
  onAccountsChange: (eventId: string) => void;
};

/**
 * Reads the stream of changes in the user's integrations and accounts, until the server ends it. Uses
 * `fetch`, since an `EventSource` sends no bearer token.
 *
 * @throws ApiError or EventStreamUnavailableError where there is none; the error of `fetch` when it breaks.
 */
export async function readEventStream(options: Options): Promise<void> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(new Error('The stream fell silent')), SILENCE_MS);
  };
  heard();
  try {
    const reader = await open(options, AbortSignal.any([options.signal, silence.signal]));
    // Not before: the way to the first rows stays short.
    const { createParser } = await import('eventsource-parser');
    options.onOpen();
    let id = '';
    const parser = createParser({
      maxBufferSize: MAX_EVENT_CHARACTERS,
      onId: (given) => (id = given),
      onEvent: ({ event, data }) => {
        if (event === 'integrations') options.onIntegrations(integrationsIn(data), id);
        if (event === 'accounts') options.onAccountsChange(id);
      },
    });
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      parser.feed(value);
    }
  } finally {
    clearTimeout(timer);
  }
}

async function open({ token, lastEventId }: Options, signal: AbortSignal) {
  const response = await fetch(apiUrl('/api/integrations/events'), {
    headers: {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${token}`,
      ...(lastEventId === '' ? {} : { 'Last-Event-ID': lastEventId }),
    },
    cache: 'no-store',
    signal,
  });
  if (response.status === 404)
    throw new EventStreamUnavailableError('The server offers no event stream.');
  if (!response.ok) await readResponse(response);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream !== true || response.body === null) {
    await response.body?.cancel();
    throw new EventStreamUnavailableError(
      'The server responded with something other than an event stream.',
    );
  }
  return response.body.pipeThrough(new TextDecoderStream()).getReader();
}

function integrationsIn(data: string): Integration[] {
  return connectionsIn(parseJson(data) as { integrations: Integration[] }) ?? [];
}
