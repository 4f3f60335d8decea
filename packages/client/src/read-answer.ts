import type { ErrorCode } from '@repo/contract/error';

/** A failure that the server explains. Decide by its code. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly details: unknown;

  constructor({ message, status, code, details }: Failure) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** An answer that is not of this product: the address leads to another server, or to a proxy before it. */
export class UnexpectedAnswerError extends Error {
  override name = 'UnexpectedAnswerError';
}

interface Failure {
  message: string;
  status: number;
  code?: ErrorCode;
  details?: unknown;
}

/** Several times the largest answer of the product. */
const MAX_MEBIBYTES = 64;

/**
 * Reads the data of an answer.
 *
 * @throws ApiError for a failure that the server explains, UnexpectedAnswerError for anything else
 */
export async function readAnswer(response: Response): Promise<unknown> {
  requireNoRedirect(response);
  const answer = parse(await readText(response));
  if (answer?.success === true && answer.data !== undefined) return answer.data;
  if (answer?.success === false && isFailure(answer.error)) throw new ApiError(answer.error);
  throw new UnexpectedAnswerError(
    `The server answered with status ${response.status}, and not as this product does.`,
  );
}

/** The key belongs to this address alone, and the answer of another one proves nothing. */
function requireNoRedirect({ status, type, headers, url }: Response): void {
  // Browsers hide where a redirect leads to.
  if (type !== 'opaqueredirect' && (status < 300 || status > 399)) return;
  const location = headers.get('location') ?? '';
  const base = url === '' ? undefined : url;
  const target = URL.canParse(location, base) ? ` to ${new URL(location, base).origin}` : '';
  throw new UnexpectedAnswerError(
    `The server redirects${target}. Use the address that it redirects to.`,
  );
}

/** @throws UnexpectedAnswerError when it is too large; the rest of it is not read */
async function readText({ body }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts.join('') + decoder.decode();
    size += value.byteLength;
    if (size > MAX_MEBIBYTES * 1024 * 1024) {
      await reader.cancel();
      throw new UnexpectedAnswerError(
        `The server sent an answer larger than ${MAX_MEBIBYTES} MiB.`,
      );
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
}

function parse(text: string): { success?: unknown; data?: unknown; error?: unknown } | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : undefined;
  } catch {
    return undefined;
  }
}

const isFailure = (error: unknown): error is Failure =>
  typeof error === 'object' &&
  error !== null &&
  'message' in error &&
  typeof error.message === 'string' &&
  'status' in error &&
  typeof error.status === 'number';
