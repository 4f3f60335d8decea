export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  /** The HTML version; mail clients that do not support it show the text. */
  html?: string;
  /** URL for one-click unsubscribing with a POST request (RFC 8058). */
  unsubscribeUrl?: string;
  /**
   * Stays the same for each attempt to send the email, so that a mailbox shows it once; letters and digits.
   */
  id?: string;
}

/** Sends mail to people. */
export interface Mailer {
  /** Resolves when the email was handed over; rejects with the reason when it was not. */
  send: (mail: OutgoingMail) => Promise<void>;
}

/** The headers that make a mail client offer to unsubscribe. */
export const unsubscribeHeaders = ({
  unsubscribeUrl,
}: Pick<OutgoingMail, 'unsubscribeUrl'>): Record<string, string> =>
  unsubscribeUrl === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
