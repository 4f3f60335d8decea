import { ApiError } from './api-error.ts';
import { parseJson } from './parse-json.ts';

type JsonObject = Record<string, unknown>;

/**
 * The body of a response: an envelope's `data`, other JSON whole, anything else as text. Throws an
 * `ApiError` for a failure, whether the status or the envelope reports it.
 */
export async function readResponse(response: Response): Promise<unknown> {
  const body = parse(await response.text());
  const failed = !response.ok || (isObject(body) && body['success'] === false);
  if (failed) throw readFailure(body, response.status);
  return isObject(body) && body['success'] === true && 'data' in body ? body['data'] : body;
}

function readFailure(body: unknown, status: number): ApiError {
  if (isObject(body)) {
    const serverText = body['error'] ?? (typeof body['message'] === 'string' ? body : undefined);
    const message = messageOf(serverText);
    if (message !== undefined) return new ApiError('Server Error', { message, status });
    if (isObject(serverText)) return fromTold(serverText, status);
    // A failed envelope with a success status and no message: the caller has its own wording.
    if (body['success'] === false && status < 400) {
      return new ApiError('HTTP Error', { message: '', status });
    }
  }
  return new ApiError('HTTP Error', { message: `Request failed with status ${status}`, status });
}

function fromTold(serverText: JsonObject, status: number): ApiError {
  return new ApiError('Server Error', {
    message: messageOf(serverText['message']) ?? '',
    status: typeof serverText['status'] === 'number' ? serverText['status'] : status,
    code: text(serverText['code']),
    details: serverText['details'],
  });
}

function parse(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return body;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The longest message of a server that is shown; a longer one may be a stack trace. */
const MAX_MESSAGE_LENGTH = 500;

/** A message that a user can read: no page of HTML, and not longer than that. */
function messageOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || /^\s*<(!doctype|html|\?xml)\b/i.test(value)) return undefined;
  return value.length > MAX_MESSAGE_LENGTH ? `${value.slice(0, MAX_MESSAGE_LENGTH)}…` : value;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
