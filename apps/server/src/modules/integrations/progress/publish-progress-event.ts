import type { PassThrough } from 'node:stream';
import type { Integration } from '@repo/contract/integrations';
import type { StreamState, EventSubscriber } from './event-subscribers.ts';
import type { WorkspaceMark } from './workspace-changes.ts';

/** A reader who lets so much lie has gone or means ill; bytes. */
const MAX_UNREAD_BYTES = 256 * 1024;

/**
 * Tells a person what changed since each of their streams was told last.
 *
 * @param list asked for the integrations only where somebody is to be told of them.
 */
export async function publishProgressEvents(
  own: readonly EventSubscriber[],
  now: StreamState & Pick<WorkspaceMark, 'changedJustNow'>,
  list: () => Promise<Integration[]>,
): Promise<void> {
  const id = `${now.integrations}_${now.workspaces}`;
  const due = own.filter(({ told }) => told.integrations !== now.integrations);
  const integrations = due.length > 0 && (await list());
  for (const { stream, told } of due) {
    send(stream, id, 'integrations', { integrations });
    told.integrations = now.integrations;
  }
  for (const { stream, told } of own) {
    // Whoever begins to watch has read the accounts a moment ago.
    const isNews = told.workspaces === '' ? now.changedJustNow : told.workspaces !== now.workspaces;
    if (isNews) send(stream, id, 'accounts', {});
    told.workspaces = now.workspaces;
  }
}

function send(stream: PassThrough, id: string, name: string, data: object): void {
  stream.write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy();
}

/** @param lastEventId as given with an event before; empty before the first one. */
export function parseLastEventId(lastEventId: string): StreamState {
  const [integrations = '', workspaces = ''] = lastEventId.split('_');
  return { integrations, workspaces };
}
