/** Reads lines, and given numbers of bytes, from a stream. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** The next line, without its end. */
  async line(): Promise<string> {
    const parts: Buffer[] = [];
    let part = this.#rest;
    let at = part.indexOf(10);
    while (at === -1) {
      parts.push(part);
      part = await this.#next();
      at = part.indexOf(10);
    }
    parts.push(part.subarray(0, at));
    this.#rest = part.subarray(at + 1);
    return Buffer.concat(parts).toString();
  }

  async take(count: number): Promise<Buffer> {
    // Concatenated once: doing it for each part would take time quadratic in the count.
    const parts = [this.#rest];
    let length = this.#rest.length;
    while (length < count) {
      const part = await this.#next();
      parts.push(part);
      length += part.length;
    }
    const whole = parts.length === 1 ? this.#rest : Buffer.concat(parts, length);
    this.#rest = whole.subarray(count);
    return whole.subarray(0, count);
  }

  /** @throws SyntaxError unless the stream has ended. */
  async end(): Promise<void> {
    const { done } = await this.#chunks.next();
    if (!done || this.#rest.length > 0) throw new SyntaxError('there is data after its end');
  }

  /** @throws SyntaxError when the stream ends where more was expected. */
  async #next(): Promise<Buffer> {
    const { done, value } = await this.#chunks.next();
    if (done) throw new SyntaxError('it ends unexpectedly');
    return value;
  }
}
