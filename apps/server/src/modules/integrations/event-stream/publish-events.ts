import type { PassThrough } from 'node:stream';
import type { Integration } from '@repo/contract/integrations';
import type { StreamState, EventSubscriber } from './event-subscribers.ts';
import { firstOfEach } from '../list-integrations.ts';
import type { WorkspaceMark } from './workspace-changes.ts';

/** Disconnects a subscriber with more unread bytes than this. */
const MAX_UNREAD_BYTES = 256 * 1024;

/**
 * Sends each stream of a user what changed since its last event.
 *
 * @param list returns all connections; called only if a stream has to receive them.
 */
export async function publishEvents(
  own: readonly EventSubscriber[],
  now: StreamState & Pick<WorkspaceMark, 'changedJustNow'>,
  list: () => Promise<Integration[]>,
): Promise<void> {
  const id = `${now.integrations}_${now.workspaces}`;
  const due = own.filter(({ lastSent }) => lastSent.integrations !== now.integrations);
  const connections = due.length > 0 ? await list() : [];
  const integrations = firstOfEach(connections);
  for (const { stream, lastSent } of due) {
    send(stream, id, 'integrations', { integrations, connections });
    lastSent.integrations = now.integrations;
  }
  for (const { stream, lastSent } of own) {
    // A new subscriber has read the accounts a moment ago, so only a very recent change is sent.
    const isNews =
      lastSent.workspaces === '' ? now.changedJustNow : lastSent.workspaces !== now.workspaces;
    if (isNews) send(stream, id, 'accounts', {});
    lastSent.workspaces = now.workspaces;
  }
}

function send(stream: PassThrough, id: string, name: string, data: object): void {
  stream.write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy();
}

/** @param lastEventId the id of an earlier event; empty before the first one. */
export function parseLastEventId(lastEventId: string): StreamState {
  const [integrations = '', workspaces = ''] = lastEventId.split('_');
  return { integrations, workspaces };
}
