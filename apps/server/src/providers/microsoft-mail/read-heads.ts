import { ProviderError } from '#modules/integrations/provider-error.ts';
import type { GraphSession } from '../microsoft-auth/graph-session.ts';
import { isMissing } from '../microsoft-auth/microsoft-failure.ts';
import { MAX_KEPT_HEADS } from './mail-limits.ts';
import { HEAD_FIELDS, type Message, readMessage } from './message.ts';

/** Reads messages without their text. */
export interface HeadReader {
  /** Keeps the heads that came with a page until they are requested. */
  keep: (messages: readonly Message[]) => void;
  /** Undefined when there is no such message. */
  read: (id: string) => Promise<Message | undefined>;
  /** Reads several at once. @throws GraphError when one of them fails. */
  readAll: (ids: readonly string[]) => Promise<Map<string, Message | undefined>>;
}

interface Waiting extends PromiseWithResolvers<Message | undefined> {
  id: string;
}

/** Requests for single heads that are made together are sent as a batch. */
export function createHeadReader(graph: GraphSession): HeadReader {
  const kept = new Map<string, Message>();
  let waiting: Waiting[] = [];

  const keep = (messages: readonly Message[]) => {
    for (const message of messages) kept.set(message.id, message);
    for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT_HEADS)) kept.delete(oldest);
  };

  const flush = async () => {
    const all = waiting;
    waiting = [];
    try {
      const answers = await graph.batch(all.map(({ id }) => headPath(id)));
      for (const [index, one] of all.entries()) {
        const answer = answers[index];
        if (answer === undefined) one.reject(new Error('A batch was not answered in full.'));
        else if (!('error' in answer)) one.resolve(usable(answer.body));
        else if (isMissing(answer.error)) one.resolve(undefined);
        else one.reject(answer.error);
      }
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  };

  const request = (id: string): Promise<Message | undefined> => {
    const one = { id, ...Promise.withResolvers<Message | undefined>() };
    waiting.push(one);
    if (waiting.length === 1) setImmediate(() => void flush());
    return one.promise;
  };

  return {
    keep,
    async read(id) {
      const message = kept.get(id);
      kept.delete(id);
      return message ?? request(id);
    },
    async readAll(ids) {
      const found = await Promise.all(ids.map(async (id) => [id, await request(id)] as const));
      return new Map(found);
    },
  };
}

const headPath = (id: string): string =>
  `/me/messages/${encodeURIComponent(id)}?$select=${HEAD_FIELDS}`;

function usable(body: unknown): Message {
  const message = readMessage(body);
  if (message !== undefined) return message;
  throw new ProviderError('temporary', 'Microsoft 365 sent a message that cannot be read.');
}
