import type { gmail_v1 } from '@googleapis/gmail';
import type { Cursor } from '#modules/integrations/provider/activity-source.ts';
import type { LocatedItem, ProviderSession } from '#modules/integrations/provider.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { googleStatus, wordedFor } from '../google-auth/google-failure.ts';
import type { GoogleSettings } from '../google-auth/google-settings.ts';
import { gmailCosts } from './gmail-limits.ts';
import { messageIdIn } from '../mail/message-reference.ts';
import { mailTime } from './mail-time.ts';
import { headHeaders, headParticipants, searchedParticipants } from './map-head.ts';
import { connectMailbox, type GmailQuota, type Mailbox } from './connect-mailbox.ts';
import { readChanges } from './read-changes.ts';
import { isAbsent } from './read-history.ts';

const userId = 'me';

const worded = wordedFor('Gmail');

/**
 * Finds one email in any folder of a mailbox.
 *
 * @param wanted `reference`: a Message-ID, with or without its angle brackets; Gmail's id of the email; or a
 *   link that ends with one of the two. `cursor`: up to where changes were read.
 * @throws ProviderError `permanent` for a link that does not identify an email: the tokens of
 *   Gmail's current links cannot be resolved.
 */
export function locateMail(
  settings: GoogleSettings,
  session: ProviderSession,
  { bucket, costOfGet }: GmailQuota,
  { reference, cursor }: { reference: string; cursor: Cursor | null },
): Promise<LocatedItem | undefined> {
  const mailbox = connectMailbox(settings, session, bucket);
  return worded(async () => {
    const known = idIn(reference);
    if (known === undefined && session.withoutText === true) throw unsearchable();
    const id = known ?? (await idOfMessage(mailbox, reference));
    if (id === undefined && isLink(reference)) throw unresolvable();
    const mail = id === undefined ? undefined : await getHead(mailbox, costOfGet, id);
    if (mail?.id == null) return undefined;
    const { participants, bcc } = headParticipants(mail);
    return {
      id: mail.id,
      occurredAt: mailTime(mail),
      participants: [...participants, ...bcc],
      listed: searchedParticipants(mail),
      isChange: isAfter(mail.historyId, cursor) && (await isAmongChanges(mailbox, mail.id, cursor)),
      exclusion: exclusionOf(mail.labelIds ?? []),
    };
  });
}

/** Gmail's own id: 16 hexadecimal digits, alone or at the end of a link. */
const idIn = (reference: string): string | undefined =>
  /(?:^|[/=#])([0-9a-f]{16})$/i.exec(reference.trim())?.[1]?.toLowerCase();

const isLink = (reference: string): boolean => /^https?:\/\//i.test(reference.trim());

const unresolvable = () =>
  new ProviderError(
    'permanent',
    'This link does not identify a message. Use the Message-ID: in Gmail, open the message menu and choose Show original.',
  );

/** The scope `gmail.metadata` refuses every search. */
const unsearchable = () =>
  new ProviderError(
    'permanent',
    'This mailbox captures no text, and Gmail lets nobody search such a mailbox by Message-ID. Enter the id of the message at Gmail, or compare the mailbox with what is stored.',
  );

async function idOfMessage({ api, request }: Mailbox, reference: string) {
  const messageId = messageIdIn(reference);
  if (messageId === undefined) return undefined;
  const { messages } = await request(gmailCosts.list, (options) =>
    api.messages.list({ userId, q: `rfc822msgid:${messageId}`, includeSpamTrash: true }, options),
  );
  return messages?.[0]?.id ?? undefined;
}

async function getHead(
  { api, request }: Mailbox,
  costOfGet: number,
  id: string,
): Promise<gmail_v1.Schema$Message | undefined> {
  try {
    return await request(costOfGet, (options) =>
      api.messages.get(
        {
          userId,
          id,
          format: 'metadata',
          metadataHeaders: headHeaders,
          fields: 'id,historyId,labelIds,internalDate,payload/headers',
        },
        options,
      ),
    );
  } catch (error) {
    if (googleStatus(error) === 404) return undefined;
    throw error;
  }
}

/** Gmail numbers the changes of a mailbox; that of an email is its last one, which can be any label. */
function isAfter(historyId: string | null | undefined, cursor: Cursor | null): cursor is Cursor {
  const { historyId: read } = (cursor ?? {}) as { historyId?: string };
  return historyId != null && read !== undefined && BigInt(historyId) > BigInt(read);
}

/** Pages of changes that are searched for an email. */
const MAX_PAGES = 10;

/** Whether the next sync reads an email; so it is said of one that may be behind very many changes. */
async function isAmongChanges(mailbox: Mailbox, id: string, cursor: Cursor): Promise<boolean> {
  let position = cursor;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await readChanges(mailbox, position).catch((error: unknown) => {
      // The mailbox is listed again.
      if (error instanceof ProviderError && error.kind === 'cursor-expired') return undefined;
      throw error;
    });
    if (page === undefined || page.changed.includes(id)) return true;
    if (page.isLast) return false;
    position = page.next;
  }
  return true;
}

function exclusionOf(labels: readonly string[]): LocatedItem['exclusion'] {
  if (labels.includes('TRASH')) return 'trash';
  if (labels.includes('SPAM')) return 'spam';
  if (labels.includes('DRAFT')) return 'draft';
  return isAbsent([...labels]) ? 'excluded' : undefined;
}
