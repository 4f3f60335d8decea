type Chunk = ArrayBuffer | ArrayBufferView | string;

/**
 * The part of `Blob` that the MIME parser needs. The parser creates one for each part, with a chunk
 * for each line of the body; Node's own calls native code for every chunk, which takes most of the
 * time.
 */
export class LightBlob {
  readonly #chunks: readonly Chunk[];

  constructor(chunks: readonly Chunk[] = []) {
    this.#chunks = chunks;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    let length = 0;
    for (const chunk of this.#chunks) length += lengthOf(chunk);
    const whole = new Uint8Array(length);
    let at = 0;
    // Creates nothing for a chunk: there may be millions of lines.
    for (const chunk of this.#chunks) {
      if (chunk === '\n') whole[at] = newline;
      else whole.set(typeof chunk === 'string' ? Buffer.from(chunk) : bytesOf(chunk), at);
      at += lengthOf(chunk);
    }
    return whole.buffer;
  }
}

const newline = 0x0a;

function lengthOf(chunk: Chunk): number {
  if (chunk === '\n') return 1;
  return typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.byteLength;
}

function bytesOf(chunk: ArrayBuffer | ArrayBufferView): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  return ArrayBuffer.isView(chunk)
    ? new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    : new Uint8Array(chunk);
}
