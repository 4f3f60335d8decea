import type { SourceProvider } from '#modules/integrations/provider.ts';
import { readMailInTurn } from '../mail/mime/mail-reader-pool.ts';
import { createMailboxLimits } from '../microsoft-auth/mailbox-limits.ts';
import { createMicrosoftConnect } from '../microsoft-auth/microsoft-connect.ts';
import type { MicrosoftSettings } from '../microsoft-auth/microsoft-settings.ts';
import { locateMail } from './locate-mail.ts';
import { HISTORY_ITEM_MS, LIST_PAGE_SIZE } from './mail-limits.ts';
import { openMailbox, SERVICE } from './open-mailbox.ts';

/** Read-only access, texts included. */
const SCOPE = 'Mail.Read';

/** Microsoft 365: every email of a mailbox, sent and received. See the README in this folder. */
export function createMicrosoftMail(
  settings: MicrosoftSettings,
  limitsOf = createMailboxLimits(),
): SourceProvider {
  return {
    id: 'microsoft_mail',
    name: SERVICE,
    kind: 'mail',
    texts: {
      note: 'Reads your Outlook or Microsoft 365 mail. Your organization may need to approve it first',
      messageIdHelp:
        'In Outlook on the web, open the message menu and choose View message source to see the Message-ID.',
    },
    notFoundHelp:
      'If it is in your online archive, it cannot be read: Microsoft gives no access to archives.',
    history: {
      sliceDays: 28,
      pageItems: LIST_PAGE_SIZE,
      pageMs: HISTORY_ITEM_MS,
      itemMs: HISTORY_ITEM_MS,
    },
    connect: createMicrosoftConnect({
      settings,
      service: SERVICE,
      scope: SCOPE,
      probe: '/me/mailFolders/inbox?$select=id',
    }),
    open: (session) =>
      openMailbox(settings, session, limitsOf(session.source), (raw) =>
        readMailInTurn(raw, session.ownerId),
      ),
    locate: (session, reference, cursor) =>
      locateMail(settings, session, limitsOf(session.source), { reference, cursor }),
  };
}
