import { badRequest } from './scim-error.ts';
import { localName } from './read-filter.ts';

/** The attributes of a user in a request. Null: no value any more; absent: not mentioned. */
export interface GivenUser {
  userName?: string;
  externalId?: string | null;
  displayName?: string | null;
  formattedName?: string | null;
  givenName?: string | null;
  familyName?: string | null;
  email?: string | null;
  isActive?: boolean;
}

type Assign = (given: GivenUser, value: unknown) => void;

/** The attributes that are used, by their paths in lower case. All others are ignored or refused. */
const attributes = new Map<string, Assign>([
  ['username', (given, value) => void (given.userName = requiredText('userName', value))],
  ['externalid', (given, value) => void (given.externalId = text('externalId', value))],
  ['displayname', (given, value) => void (given.displayName = text('displayName', value))],
  ['name.formatted', (given, value) => void (given.formattedName = text('formatted', value))],
  ['name.givenname', (given, value) => void (given.givenName = text('givenName', value))],
  ['name.familyname', (given, value) => void (given.familyName = text('familyName', value))],
  ['emails.value', (given, value) => void (given.email = text('emails', value))],
  ['emails', (given, value) => void (given.email = text('emails', chooseEmail(value)))],
  ['active', (given, value) => void (given.isActive = flag(value))],
]);

/** Attributes of the schemas of users that are not used here, and the first parts of those with parts. */
const ignored = new Set(
  'schemas id meta groups password nickname profileurl title usertype preferredlanguage locale timezone phonenumbers ims photos addresses entitlements roles x509certificates name'.split(
    ' ',
  ),
);
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user';
/** `emails[type eq "work"].value`: the kind of address, and which part of it. */
const ONE_EMAIL =
  /^emails\[\s*(type|primary)\s+eq\s+"?(\w{1,20})"?\s*\](?:\.(value|type|primary|display))?$/;

/**
 * Takes over one attribute of a request.
 *
 * @returns false for an attribute that no user has.
 * @throws ScimError `invalidValue`
 */
export function assign(given: GivenUser, path: string, value: unknown): boolean {
  const name = localName(path);
  if (name.startsWith(ENTERPRISE)) return true;
  const one = ONE_EMAIL.exec(name);
  if (one !== null) {
    const [, , kind = '', part = 'value'] = one;
    const isWork = kind === 'work' || kind === 'true';
    if (isWork && part === 'value') given.email = text('emails', chooseEmail(value));
    return true;
  }
  if (name === 'name' && isObject(value)) {
    for (const [part, inner] of Object.entries(value)) {
      attributes.get(`name.${part.toLowerCase()}`)?.(given, inner);
    }
    return true;
  }
  if (name === 'name' && (value === null || value === undefined)) {
    Object.assign(given, { formattedName: null, givenName: null, familyName: null });
    return true;
  }
  const known = attributes.get(name);
  known?.(given, value);
  return known !== undefined || ignored.has(name.split(/[.[]/)[0] ?? '');
}

/**
 * Reads a whole user. What it does not know is ignored.
 *
 * @throws ScimError `invalidSyntax` or `invalidValue`
 */
export function readUser(body: unknown): GivenUser & { userName: string } {
  if (!isObject(body)) throw badRequest('invalidSyntax', 'The body is no user.');
  const given: GivenUser = {};
  for (const [name, value] of Object.entries(body)) assign(given, name, value);
  const { userName } = given;
  if (userName === undefined) throw badRequest('invalidValue', 'userName is required.');
  return { ...given, userName };
}

/** A user of a request as a whole: what it does not say is nothing, apart from whether they are active. */
export const replacing = (given: GivenUser): GivenUser => ({
  externalId: null,
  displayName: null,
  formattedName: null,
  givenName: null,
  familyName: null,
  email: null,
  ...given,
});

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_TEXT = 255;

export function text(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string' || value.length > MAX_TEXT || !/^[^\p{Cc}\p{Cs}]*$/u.test(value)) {
    throw badRequest(
      'invalidValue',
      `${name} is one line of text, of at most ${MAX_TEXT} letters.`,
    );
  }
  return value.trim() || null;
}

export function requiredText(name: string, value: unknown): string {
  const given = text(name, value);
  if (given === null) throw badRequest('invalidValue', `${name} is required.`);
  return given;
}

/** Microsoft Entra ID sends "False" unless its flag aadOptscim062020 is set. */
function flag(value: unknown): boolean {
  const given = typeof value === 'string' ? value.toLowerCase() : value;
  if (given === true || given === 'true') return true;
  if (given === false || given === 'false') return false;
  throw badRequest('invalidValue', 'active is true or false.');
}

/** The primary address, else the one for work, else the first. */
function chooseEmail(value: unknown): unknown {
  if (!Array.isArray(value)) return isObject(value) ? value['value'] : value;
  const all = value.filter(isObject);
  const chosen =
    all.find(({ primary }) => primary === true) ??
    all.find(({ type }) => typeof type === 'string' && type.toLowerCase() === 'work') ??
    all[0];
  return chosen === undefined ? (value[0] ?? null) : chosen['value'];
}
