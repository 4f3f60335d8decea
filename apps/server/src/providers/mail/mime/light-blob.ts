/**
 * The part of `Blob` that the MIME parser needs. The parser creates one for each part, with a chunk
 * for each line of the body; Node's own calls native code for every chunk, which takes most of the
 * time.
 */
export class LightBlob {
  readonly #chunks: readonly (ArrayBuffer | ArrayBufferView | string)[];

  constructor(chunks: readonly (ArrayBuffer | ArrayBufferView | string)[] = []) {
    this.#chunks = chunks;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const buffers = this.#chunks.map(toBuffer);
    const whole = new Uint8Array(buffers.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const buffer of buffers) {
      whole.set(buffer, at);
      at += buffer.length;
    }
    return whole.buffer;
  }
}

function toBuffer(chunk: ArrayBuffer | ArrayBufferView | string): Uint8Array {
  if (typeof chunk === 'string') return Buffer.from(chunk);
  return ArrayBuffer.isView(chunk)
    ? new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    : new Uint8Array(chunk);
}
