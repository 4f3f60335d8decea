/** Reads lines and counted bytes from a stream, one after the other. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** The next line, without its end. */
  async line(): Promise<string> {
    let at = this.#rest.indexOf(10);
    while (at === -1) {
      await this.#more();
      at = this.#rest.indexOf(10);
    }
    const line = this.#rest.subarray(0, at).toString();
    this.#rest = this.#rest.subarray(at + 1);
    return line;
  }

  async take(count: number): Promise<Buffer> {
    while (this.#rest.length < count) await this.#more();
    const bytes = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    return bytes;
  }

  /** @throws SyntaxError when anything is left. */
  async end(): Promise<void> {
    const { done } = await this.#chunks.next();
    if (!done || this.#rest.length > 0) throw new SyntaxError('it goes on behind its end');
  }

  /** @throws SyntaxError when the stream ends where more was expected. */
  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next();
    if (done) throw new SyntaxError('it ends too early');
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
  }
}
