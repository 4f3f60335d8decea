export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail to people. */
export interface Mailer {
  /** Resolves when the mail was handed over; rejects with the reason when it was not. */
  send: (mail: OutgoingMail) => Promise<void>;
}
