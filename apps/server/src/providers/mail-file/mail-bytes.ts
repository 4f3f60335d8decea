import { MAX_HEAD_BYTES, MAX_MAIL_BYTES } from './mail-file-limits.ts';

/** The bytes of an email that arrive in parts. Of one that is too large only the head is stored. */
export class MailBytes {
  #parts: Buffer[] = [];
  #size = 0;

  push(part: Buffer): void {
    const isTooLarge = this.#size > MAX_MAIL_BYTES;
    this.#size += part.length;
    if (isTooLarge || part.length === 0) return;
    this.#parts.push(part);
    if (this.#size <= MAX_MAIL_BYTES) return;
    // A copy, so that the memory of the rest is freed.
    this.#parts = [Buffer.from(Buffer.concat(this.#parts).subarray(0, MAX_HEAD_BYTES))];
  }

  end(): { bytes: Buffer; size: number } {
    return { bytes: Buffer.concat(this.#parts), size: this.#size };
  }
}
