import { z } from 'zod';
import { limits } from './limits.ts';
import type { Scope } from './scopes.ts';

/** Fields that several endpoints share. */

/** Converted to lower case, since ids are also compared as strings. */
export const id = z.uuid().toLowerCase();
/** An instant as ISO 8601 in UTC, with milliseconds. */
export const instant = z.iso.datetime({ offset: true });
/** A calendar day, YYYY-MM-DD. */
export const day = z.iso.date();
/**
 * A position in a list ordered by time: an instant, with `_` and the id of an item when several
 * share that instant.
 */
export const timelinePosition = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/)
  .refine((position) => !Number.isNaN(Date.parse(position.slice(0, 24))), 'No such instant');
export const email = z.email().max(limits.emailLength);
export const role = z.enum(['owner', 'member']);
export type Role = z.infer<typeof role>;
/** How much of a shared domain colleagues see, the least first (docs/decisions/share-levels.md). */
export const shareLevel = z.enum(['activity', 'subject', 'full']);

/**
 * The metadata of a field that an API key needs a further scope for, or may never have. In a response
 * it is empty or absent without the scope; a query that has it is refused.
 */
export const KEY_NEEDS = 'x-api-key-needs';
/** The scopes of single values of a query's field. */
export const KEY_NEEDS_BY_VALUE = 'x-api-key-needs-by-value';

/** Marks a field of a response or a query as one that an API key needs a further scope for. */
export const withScope = <Schema extends z.ZodType>(scope: Scope, schema: Schema): Schema =>
  schema.meta({ [KEY_NEEDS]: scope });

/**
 * A text of an email, a meeting or a call, or a part of it. A key without the scope `texts:read` gets an empty one,
 * whichever response it is in.
 */
export const mailText = withScope('texts:read', z.string());

/** A secret that no API key receives. */
export const secretText = z.string().meta({ [KEY_NEEDS]: 'session' });

/** Whether a notification email was sent. */
export const mailOutcome = z.enum(['sent', 'failed']);
export type MailOutcome = z.infer<typeof mailOutcome>;

/** The response of an endpoint without a result. */
export const emptyObject = z.object({});

/**
 * Text typed by a user. Use cases validate it, with the same messages on the command line; this
 * schema only rejects what no use case can accept.
 */
export const typedText = z.string('must be text').max(1_000, 'must be at most 1000 characters');

/** The metadata of a field that a request needs, although its schema takes a request without it. */
export const NEEDED = 'x-needed';

/**
 * A field that a request needs. One that is missing reaches the use case as an empty value, so that it is refused in
 * the use case's words, which are the same on the command line.
 */
export const needed = <Schema extends z.ZodType>(
  schema: Schema,
  empty: z.output<Schema> & z.core.util.NoUndefined<z.output<Schema>>,
): z.ZodType<z.output<Schema>, z.input<Schema>> =>
  // The type of the input has no missing field: callers of the contract have to name it.
  schema.default(empty).meta({ [NEEDED]: true }) as never;

/** A text that a user has to type. */
export const neededText = needed(typedText, '');

/** A password that a user has to type. */
export const neededPassword = needed(
  z
    .string('must be text')
    .max(
      limits.maximumPasswordLength,
      `must be at most ${limits.maximumPasswordLength} characters`,
    ),
  '',
);

/** The password that confirms what a signed-in user does. */
export const confirmingPassword = neededPassword.meta({
  description: 'Empty for a user without a password.',
});

/** A text without control characters, which PostgreSQL does not store or compare (NUL). */
export const line = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^\P{Cc}*$/u, 'must be one line of text');

const wholeNumber = (highest: number) => {
  const error = `must be a whole number from 1 to ${highest}`;
  return z.coerce.number(error).int(error).min(1, error).max(highest, error);
};

/** The specification's `page`, `limit` and `search`. */
export const pageQuery = z.object({
  page: wholeNumber(1_000_000).default(1),
  limit: wholeNumber(limits.pageSize).default(limits.adminPageSize),
  search: z
    .string('must be text')
    .trim()
    .max(limits.searchLength, `must be at most ${limits.searchLength} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line of text')
    .optional(),
});

export const paged = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    pagination: z.object({ total: z.number().int(), totalPages: z.number().int() }),
  });
