/** A response had more bytes than its limit. */
export class ResponseTooLargeError extends Error {
  override name = 'ResponseTooLargeError';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The response has more than ${maxBytes / 1024 / 1024} MiB.`);
    this.maxBytes = maxBytes;
  }
}

/**
 * Reads the body of a response.
 *
 * @throws ResponseTooLargeError for more than `maxBytes`; the rest is not read.
 */
export async function readLimited({ body }: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) throw new ResponseTooLargeError(maxBytes);
    parts.push(part);
  }
  return Buffer.concat(parts, bytes);
}
