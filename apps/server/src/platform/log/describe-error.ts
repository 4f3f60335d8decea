/** The format of errors in the log. */
export interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack: string | undefined;
  cause?: LoggedError;
  /** Of an error that stands for several. */
  errors?: LoggedError[];
}

/** Maximum depth of causes; further ones add no information. */
const deepest = 5;
/** The most errors of one that stands for several. */
const MAX_ERRORS = 20;

/**
 * The part of an error that is logged: what happened and where. Never the properties that libraries
 * attach to it: the request with its headers, the email that could not be sent, the row that
 * PostgreSQL refused.
 */
export function describeError(error: unknown, depth = 0): LoggedError | undefined {
  if (!(error instanceof Error) || depth >= deepest) return undefined;
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  const deeper = describeError(cause, depth + 1);
  return {
    type: error.constructor.name || name,
    message: withoutQueries(message),
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    stack: stack && withoutQueries(stack),
    ...(deeper && { cause: deeper }),
    ...(error instanceof AggregateError && {
      errors: error.errors
        .slice(0, MAX_ERRORS)
        .flatMap((one) => describeError(one, depth + 1) ?? []),
    }),
  };
}

/** URLs without their query, which can contain a token. */
const withoutQueries = (text: string): string =>
  text.replaceAll(/(\b[a-z]+:\/\/[^\s?"']+)\?[^\s"']*/gi, '$1?…');
