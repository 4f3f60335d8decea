export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  /** The same for mail programs that show HTML; without it they show the text. */
  html?: string;
  /** Where a mail program unsubscribes with one POST request (RFC 8058). */
  unsubscribeUrl?: string;
  /** The same for each attempt to send the mail, so that a mailbox keeps one; letters and digits. */
  id?: string;
}

/** Sends mail to people. */
export interface Mailer {
  /** Resolves when the mail was handed over; rejects with the reason when it was not. */
  send: (mail: OutgoingMail) => Promise<void>;
}

/** The headers with which a mail program offers to unsubscribe. */
export const unsubscribeHeaders = ({
  unsubscribeUrl,
}: Pick<OutgoingMail, 'unsubscribeUrl'>): Record<string, string> =>
  unsubscribeUrl === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
