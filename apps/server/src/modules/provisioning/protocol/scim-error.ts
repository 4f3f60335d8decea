import type { AppError } from '#platform/http/app-error.ts';

/** The kinds of failures, for software (RFC 7644, section 3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/** A failure that a provider receives, in words that its administrator reads there. */
export class ScimError extends Error {
  override name = 'ScimError';
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, message: string, scimType?: ScimType, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.scimType = scimType;
  }
}

export const badRequest = (scimType: ScimType, message: string): ScimError =>
  new ScimError(400, message, scimType);

export const noSuch = (what: string): ScimError => new ScimError(404, `${what} not found`);

/** A failure of the product in the form of the protocol. */
export function fromAppError(error: AppError): ScimError {
  const scimType = error.code === 'VALIDATION_FAILED' ? 'invalidValue' : undefined;
  return new ScimError(error.status, error.message, scimType, error);
}

/** The body of an error (RFC 7644, section 3.12); the status is a text there. */
export const errorBody = ({ status, scimType, message }: ScimError) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType && { scimType }),
  detail: message,
});
