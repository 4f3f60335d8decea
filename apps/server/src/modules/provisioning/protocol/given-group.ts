import { isId } from '../users/find-users.ts';
import { isObject, requiredText, text } from './given-user.ts';
import { localName } from './read-filter.ts';
import { type Operation, readOperations } from './read-patch.ts';
import { badRequest } from './scim-error.ts';

/** The change of a group's members by all operations of a request together, by the ids of users. */
export interface MemberChange {
  /** Whether all members that are not in `added` leave. */
  isReplaced: boolean;
  added: Set<string>;
  removed: Set<string>;
}

/** The attributes of a group in a request. Null: no value any more; absent: not mentioned. */
export interface GivenGroup {
  displayName?: string;
  externalId?: string | null;
  members: MemberChange;
}

/** `members[value eq "ID"]`: one member. */
const ONE_MEMBER = /^members\[\s*value\s+eq\s+"([^"]{1,100})"\s*\]$/i;
/** Attributes that the server sets. */
const ignored = new Set(['schemas', 'id', 'meta']);

/**
 * Reads a whole group. A group without `members` has none. Attributes that no group has are ignored.
 *
 * @throws ScimError `invalidSyntax` or `invalidValue`
 */
export function readGroup(body: unknown): GivenGroup & { displayName: string } {
  if (!isObject(body)) throw badRequest('invalidSyntax', 'The body is no group.');
  const given: GivenGroup = {
    externalId: null,
    members: { isReplaced: true, added: new Set(), removed: new Set() },
  };
  for (const [name, value] of Object.entries(body)) assign(given, name, 'replace', value);
  const { displayName } = given;
  if (displayName === undefined) throw badRequest('invalidValue', 'displayName is required.');
  return { ...given, displayName };
}

/** @throws ScimError `invalidSyntax`, `invalidPath`, `invalidValue`, `mutability` or `noTarget` */
export function readGroupPatch(body: unknown): GivenGroup {
  const given: GivenGroup = {
    members: { isReplaced: false, added: new Set(), removed: new Set() },
  };
  for (const { op, path, value } of readOperations(body)) {
    if (path !== undefined) {
      take(given, path, op, value);
      continue;
    }
    if (!isObject(value)) {
      throw badRequest('invalidValue', 'Without a path, the value is an object with attributes.');
    }
    for (const [name, inner] of Object.entries(value)) take(given, name, op, inner);
  }
  return given;
}

function take(given: GivenGroup, path: string, op: Operation['op'], value: unknown): void {
  const one = ONE_MEMBER.exec(localName(path))?.[1];
  if (one !== undefined) {
    if (op !== 'remove') throw badRequest('invalidPath', 'A member can be added or removed only.');
    changeMembers(given.members, op, isId(one) ? [one] : []);
    return;
  }
  if (assign(given, path, op, value)) return;
  throw badRequest('invalidPath', 'A group has no such attribute.');
}

/** @returns false for an attribute that no group has. */
function assign(given: GivenGroup, path: string, op: Operation['op'], value: unknown): boolean {
  const name = localName(path);
  const isRemoved = op === 'remove';
  if (name === 'displayname') {
    if (isRemoved) throw badRequest('mutability', 'displayName cannot be removed.');
    given.displayName = requiredText('displayName', value);
    return true;
  }
  if (name === 'externalid') {
    given.externalId = isRemoved ? null : text('externalId', value);
    return true;
  }
  if (name !== 'members') return ignored.has(name);
  // Without a value, all members are removed.
  const isEmptied = isRemoved && (value === undefined || value === null);
  changeMembers(given.members, isEmptied ? 'replace' : op, readIds(value, isRemoved));
  return true;
}

function changeMembers(members: MemberChange, op: Operation['op'], ids: readonly string[]): void {
  if (op === 'replace') {
    members.isReplaced = true;
    members.added.clear();
    members.removed.clear();
  }
  for (const id of ids.map((one) => one.toLowerCase())) {
    if (op === 'remove') {
      members.added.delete(id);
      members.removed.add(id);
    } else {
      members.removed.delete(id);
      members.added.add(id);
    }
  }
}

/** Names of attributes ignore case. */
const valueOf = (member: Record<string, unknown>): unknown =>
  Object.entries(member).find(([name]) => name.toLowerCase() === 'value')?.[1];

/** Someone to be removed who cannot be a user is no member anyway. */
function readIds(value: unknown, isRemoved: boolean): string[] {
  const all = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];
  const ids: string[] = [];
  for (const one of all as unknown[]) {
    const id = isObject(one) ? (one['value'] ?? valueOf(one)) : one;
    if (typeof id === 'string' && isId(id)) ids.push(id);
    else if (!isRemoved || typeof id !== 'string') {
      throw badRequest('invalidValue', 'A member is the id of a user.');
    }
  }
  return ids;
}
