import type { gmail_v1 } from '@googleapis/gmail';
import type { Cursor } from '../../modules/integrations/provider/activity-source.ts';
import type { LocatedItem, ProviderSession } from '../../modules/integrations/provider.ts';
import { ProviderError } from '../../modules/integrations/provider-error.ts';
import { googleStatus, wordedFor } from '../google-auth/google-failure.ts';
import type { GoogleSettings } from '../google-auth/google-settings.ts';
import { gmailCosts } from './gmail-limits.ts';
import { messageIdIn } from '../mail/message-reference.ts';
import { mailTime } from './mail-time.ts';
import { headHeaders, headParticipants } from './map-head.ts';
import { connectMailbox, type GmailQuota, type Mailbox } from './connect-mailbox.ts';
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
    const id = idIn(reference) ?? (await idOfMessage(mailbox, reference));
    if (id === undefined && isLink(reference)) throw unresolvable();
    const mail = id === undefined ? undefined : await getHead(mailbox, costOfGet, id);
    if (mail?.id == null) return undefined;
    const { participants, bcc } = headParticipants(mail);
    return {
      id: mail.id,
      occurredAt: mailTime(mail),
      participants: [...participants, ...bcc],
      isChange: isAfter(mail.historyId, cursor),
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

/** Gmail numbers the changes of a mailbox; that of an email is its last one. */
function isAfter(historyId: string | null | undefined, cursor: Cursor | null): boolean {
  const { historyId: read } = (cursor ?? {}) as { historyId?: string };
  return historyId != null && read !== undefined && BigInt(historyId) > BigInt(read);
}

function exclusionOf(labels: readonly string[]): LocatedItem['exclusion'] {
  if (labels.includes('TRASH')) return 'trash';
  if (labels.includes('SPAM')) return 'spam';
  if (labels.includes('DRAFT')) return 'draft';
  return isAbsent([...labels]) ? 'excluded' : undefined;
}
