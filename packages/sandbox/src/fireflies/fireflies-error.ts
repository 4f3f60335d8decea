import type { SandboxResponse } from '../http/exchange.ts';
import { json } from '../http/exchange.ts';

/** https://docs.fireflies.ai/miscellaneous/error-codes */
const wordings: Readonly<Record<string, { status: number; message: string }>> = {
  invalid_arguments: { status: 400, message: 'Invalid argument(s) were provided' },
  args_required: { status: 400, message: 'Required argument(s) were not provided' },
  auth_failed: { status: 401, message: 'Invalid or missing API key' },
  paid_required: {
    status: 403,
    message: 'You need to be subscribed to a paid plan to perform this action',
  },
  forbidden: { status: 403, message: 'You are not authorized to perform this action' },
  account_cancelled: {
    status: 403,
    message: 'Your account has been cancelled. Please contact support',
  },
  object_not_found: { status: 404, message: 'Transcript not found' },
  too_many_requests: { status: 429, message: 'Too many requests. Please retry later' },
  GRAPHQL_PARSE_FAILED: { status: 400, message: 'Syntax Error' },
  GRAPHQL_VALIDATION_FAILED: { status: 400, message: 'The query asks for what is not there' },
  internal_server_error: { status: 500, message: 'Something went wrong' },
};

/** The code that goes with a status when a switch names none. */
const usualCodes: Readonly<Record<number, string>> = {
  400: 'invalid_arguments',
  401: 'auth_failed',
  403: 'forbidden',
  404: 'object_not_found',
  429: 'too_many_requests',
};

/** Thrown for a query that Fireflies refuses. */
export class FirefliesError extends Error {
  readonly code: string;
  readonly metadata: object | undefined;

  constructor(code: string, metadata?: object, message?: string) {
    super(message ?? wordingOf(code).message);
    this.name = 'FirefliesError';
    this.code = code;
    this.metadata = metadata;
  }

  get status(): number {
    return wordingOf(this.code).status;
  }

  /** One entry of `errors`. */
  toJson(path?: readonly (string | number)[]): object {
    const { code, status, metadata } = this;
    return {
      message: this.message,
      friendly: true,
      code,
      ...(path === undefined ? {} : { path }),
      extensions: {
        code,
        status,
        helpUrls: [`https://docs.fireflies.ai/miscellaneous/error-codes#${code}`],
        ...(metadata === undefined ? {} : { metadata }),
      },
    };
  }
}

/** The whole response when there is no data. */
export function firefliesFailure(error: FirefliesError, status = error.status): SandboxResponse {
  return json({ errors: [error.toJson()], data: null }, status);
}

export function codeForStatus(status: number): string {
  return usualCodes[status] ?? 'internal_server_error';
}

function wordingOf(code: string): { status: number; message: string } {
  return wordings[code] ?? { status: 500, message: code };
}
