import { damagedArchive } from './expand.ts';

/** Reads chunks in pieces of chosen sizes. */
export class ByteReader {
  readonly #iterator: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#iterator = chunks[Symbol.asyncIterator]();
  }

  async #next(): Promise<boolean> {
    const { done, value } = await this.#iterator.next();
    if (done) return false;
    this.#rest = value;
    return true;
  }

  /** The next bytes, fewer at the end. */
  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.stream(length, false)) parts.push(part);
    return Buffer.concat(parts);
  }

  /**
   * The next bytes as they arrive.
   *
   * @throws UnusableFileError when there are fewer, if all are required.
   */
  async *stream(length: number, areRequired = true): AsyncGenerator<Buffer> {
    let left = length;
    while (left > 0) {
      if (this.#rest.length === 0 && !(await this.#next())) {
        if (areRequired) throw damagedArchive();
        return;
      }
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async close(): Promise<void> {
    await this.#iterator.return?.();
  }
}
