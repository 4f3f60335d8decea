import { assign, type GivenUser, isObject } from './given-user.ts';
import { badRequest } from './scim-error.ts';

export interface Operation {
  op: 'add' | 'remove' | 'replace';
  path: string | undefined;
  value: unknown;
}

const MAX_OPERATIONS = 1_000;
const MAX_PATH = 200;

/**
 * Reads the operations of a PATCH. Microsoft Entra ID begins their names with a capital letter.
 *
 * @throws ScimError `invalidSyntax`, `invalidPath` or `noTarget`
 */
export function readOperations(body: unknown): Operation[] {
  const entry = isObject(body)
    ? Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')
    : undefined;
  const list = entry?.[1];
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_OPERATIONS) {
    throw badRequest('invalidSyntax', `Operations is a list of 1 to ${MAX_OPERATIONS} operations.`);
  }
  return list.map((one: unknown) => {
    if (!isObject(one)) throw badRequest('invalidSyntax', 'An operation is an object.');
    const { op, path, value } = one;
    const name = typeof op === 'string' ? op.toLowerCase() : '';
    if (name !== 'add' && name !== 'remove' && name !== 'replace') {
      throw badRequest('invalidSyntax', 'An operation is add, remove or replace.');
    }
    if (path === undefined || path === null || path === '') {
      if (name === 'remove') throw badRequest('noTarget', 'What is removed needs a path.');
      return { op: name, path: undefined, value };
    }
    if (typeof path !== 'string' || path.length > MAX_PATH) {
      throw badRequest('invalidPath', `A path is a text of at most ${MAX_PATH} characters.`);
    }
    if (value === undefined && name !== 'remove') {
      throw badRequest(
        'invalidValue',
        'What is added or replaced needs a value, which can be null.',
      );
    }
    return { op: name, path, value };
  });
}

/**
 * What a PATCH says of a user: without a path, its value has the attributes, also by names with points.
 *
 * @throws ScimError `invalidSyntax`, `invalidPath`, `invalidValue`, `mutability` or `noTarget`
 */
export function readUserPatch(body: unknown): GivenUser {
  const given: GivenUser = {};
  for (const { op, path, value } of readOperations(body)) {
    if (path !== undefined) {
      if (op === 'remove' && /^(?:.*:)?(?:username|active)$/i.test(path)) {
        throw badRequest('mutability', 'userName and active cannot be removed.');
      }
      take(given, path, op === 'remove' ? null : value);
      continue;
    }
    if (!isObject(value)) {
      throw badRequest('invalidValue', 'Without a path, the value is an object with attributes.');
    }
    for (const [name, inner] of Object.entries(value)) take(given, name, inner);
  }
  return given;
}

function take(given: GivenUser, path: string, value: unknown): void {
  if (assign(given, path, value)) return;
  throw badRequest('invalidPath', 'A user has no such attribute.');
}
