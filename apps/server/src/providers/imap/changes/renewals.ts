import { z } from 'zod';
import { ProviderError } from '#modules/integrations/provider-error.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/**
 * The times in a day that all emails of a mailbox are read again because their folders are new.
 */
const MAX_TIMES = 3;
/** Fewer emails count as so many. */
const MIN_MAILS = 5_000;

/** Emails that were read again, since when; epoch milliseconds. */
export const renewedState = z.object({ since: z.number(), mails: z.number() });
type Renewed = z.infer<typeof renewedState>;

/**
 * Counts the emails to read again although nothing changed for users: those in renamed folders, and in
 * folders with a new UIDVALIDITY. That happens once in years. A server that does it with each connection
 * would otherwise have its mailbox read without end.
 */
export class Renewals {
  #renewed: Renewed | undefined;
  readonly #mailboxMails: number;
  /** Known emails of deleted folders, and emails of new folders, in this round. */
  #lost = 0;
  #found = 0;
  #counted = 0;

  /** @param mailboxMails the known emails of the mailbox. */
  constructor(renewed: Renewed | undefined, mailboxMails: number) {
    this.#renewed = renewed;
    this.#mailboxMails = mailboxMails;
  }

  /** To be stored with the cursor. */
  get state(): Renewed | undefined {
    return this.#renewed;
  }

  /** To be called for a folder that is gone, or was replaced by another one. */
  lose(mails: number): void {
    this.#lost += mails;
  }

  /**
   * To be called for a folder that is not known yet.
   *
   * @throws ProviderError `temporary` when too many emails are read again.
   */
  find(mails: number): void {
    this.#found += mails;
    const again = Math.min(this.#lost, this.#found) - this.#counted;
    if (again <= 0) return;
    const now = Date.now();
    const { since, mails: earlier } =
      this.#renewed !== undefined && now - this.#renewed.since < DAY_MS
        ? this.#renewed
        : { since: now, mails: 0 };
    if (earlier + again > MAX_TIMES * Math.max(MIN_MAILS, this.#mailboxMails)) {
      throw new ProviderError(
        'temporary',
        'The mail server keeps renumbering the emails of the mailbox (UIDVALIDITY), so that all of them would have to be read each time. They are read again tomorrow.',
      );
    }
    this.#counted += again;
    this.#renewed = { since, mails: earlier + again };
  }
}
