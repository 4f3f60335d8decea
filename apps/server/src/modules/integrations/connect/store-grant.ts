import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { CaptureSource } from '../../activities/activity-to-capture.ts';
import { isWithoutText } from '../../activities/without-text.ts';
import type { SourceProvider } from '../provider.ts';
import type { Grant } from '../provider/connect-methods.ts';
import { unwatched } from './unwatched.ts';
import { sealCredentials } from './credentials.ts';
import { lockConnection } from '../lock-connection.ts';
import { lockActive } from './require-active.ts';

/** A grant, and what its user chose to capture with it; null where they were not asked. */
export interface ChosenGrant extends Grant {
  capturesText?: boolean | null;
}

/**
 * Stores a grant as the user's connection to its source; a user may have several for one provider. Connecting
 * a source again keeps its id. The next sync reads the whole window, which fills the gap and removes deleted
 * items.
 *
 * @returns the id of the integration.
 * @throws AppError `LIMIT_REACHED`; `CONFLICT` for a mailbox that is stored with its texts and is to have none; and as
 *   `lockActive`
 */
export async function storeGrant(
  context: Context,
  tx: Connection,
  provider: SourceProvider,
  ownerId: string,
  { credentials, source, capturesText = null }: ChosenGrant,
): Promise<string> {
  const { id, capturesText: before } = await lockConnection(tx, ownerId, provider, source);
  await lockActive(tx, ownerId);
  if (capturesText === false) await requireNoText(tx, { ownerId, provider: provider.id, source });
  await tx
    .updateTable('integrations')
    .set({
      ...sealCredentials(context, id, credentials),
      cursor: null,
      change_progress: null,
      needs_reauth: false,
      last_error: null,
      failures: 0,
      last_sync: null,
      paused_until: null,
      due_at: sql<Date>`now()`,
      // A sync that still runs with the former grant may store nothing any more.
      lease_id: null,
      lease_until: null,
      ...unwatched,
      captures_text: provider.worksWithoutText === true ? (capturesText ?? before) : true,
      connected_at: sql<Date>`now()`,
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
  return id;
}

/** Of a mailbox without text, none may be stored from before. */
async function requireNoText(tx: Connection, from: CaptureSource): Promise<void> {
  const stored = await tx
    .selectFrom('captured_activities as captured')
    .select('id')
    .where('owner_id', '=', from.ownerId)
    .where('provider', '=', from.provider)
    .where(sql<boolean>`lower(source) = lower(${from.source})`)
    .where((where) => where.not(isWithoutText('captured')))
    .limit(1)
    .executeTakeFirst();
  if (stored === undefined) return;
  throw new AppError(
    'CONFLICT',
    `Emails of ${from.source} are stored with their texts already. Choose Everything to connect it again.`,
  );
}
