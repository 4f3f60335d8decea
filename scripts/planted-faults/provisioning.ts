import type { PlantedFault } from './planted-fault.ts';

const users = ['provisioned-users'];
const deactivated = ['deactivated-users'];
const groups = ['provisioned-groups'];
const roles = ['group-roles'];
const calls = ['provider-calls'];
const attacks = ['provisioning-attacks'];
const filters = ['read-filter'];
const bounds = ['provisioning-bounds'];

/** Of provisioning: each takes out a check, and a provider does what it must not. */
export const provisioningFaults: readonly PlantedFault[] = [
  {
    name: 'a provider changes the users of others',
    find: 'where ${isOfOrganization(organizationId)} and given.deleted_at is null`;',
    replace: 'where given.deleted_at is null`;',
    tests: users,
  },
  {
    name: 'a provider creates users of domains that are not verified',
    find: 'await requireOwnDomain(db, organization, email);\n',
    replace: '',
    tests: users,
  },
  {
    name: 'two users have one userName',
    find: 'if (rows.length > 0) throw takenName();',
    replace: '',
    tests: users,
  },
  {
    name: 'the name that someone has here is lost at every request',
    find: 'name !== nameOf(storedAfter(before, {})) && ',
    replace: '',
    tests: users,
  },
  {
    name: 'a provider brings back whom an administrator deactivated',
    find: 'if (!user.isDeactivatedByProvider) {',
    replace: 'if (user.isDeactivatedByProvider === undefined) {',
    tests: deactivated,
  },
  {
    name: 'a provider deactivates the last owner while they come back',
    find: 'await requireOwnersLeft(tx, user.id);\n',
    replace: '',
    tests: deactivated,
  },
  {
    name: 'the text "False" of Microsoft Entra ID deactivates nobody',
    find: "given === false || given === 'false'",
    replace: 'given === false',
    tests: deactivated,
  },
  {
    name: 'a deleted user stays in the list of the provider',
    find: 'deleted_at = coalesce(given.deleted_at, excluded.deleted_at)',
    replace: 'deleted_at = given.deleted_at',
    tests: deactivated,
  },
  {
    name: 'the token of an archived organization works on',
    find: 'and organization.archived_at is null`.execute(db);\n  return rows[0];',
    replace: '`.execute(db);\n  return rows[0];',
    tests: calls,
  },
  {
    name: 'tokens of provisioning can be guessed without end',
    find: 'if (unknown.get(network) >= MAX_UNKNOWN)',
    replace: 'if (unknown.get(network) < 0)',
    tests: calls,
  },
  {
    name: 'a path that no user has is ignored',
    find: 'if (assign(given, path, value)) return;',
    replace: 'if (assign(given, path, value) || value !== undefined) return;',
    tests: calls,
  },
  {
    name: 'a group has members of another organization',
    find: 'await requireUsers(tx, organizationId, added);\n',
    replace: '',
    tests: groups,
  },
  {
    name: 'a group of another organization is changed',
    find: ".where('organization_id', '=', organizationId)\n        .where('id', '=', groupId)\n        .returning('id')",
    replace: ".where('id', '=', groupId)\n        .returning('id')",
    tests: groups,
  },
  {
    name: 'a group has any number of members',
    find: 'if (Number(count) > limits.provisioningGroupMembers) throw tooMany();',
    replace: '',
    tests: groups,
  },
  {
    name: 'a path that no group has is ignored',
    find: 'if (assign(given, path, op, value)) return;',
    replace: 'if (assign(given, path, op, value) || value !== undefined) return;',
    tests: groups,
  },
  {
    name: 'a member who is removed after they were added stays',
    find: 'members.added.delete(id);',
    replace: '',
    tests: groups,
  },
  {
    name: 'a user whom the provider deleted is still in its groups',
    find: 'if (isDeleted) await leaveGroups(tx, organizationId, user.id);\n',
    replace: '',
    tests: groups,
  },
  {
    name: 'a group takes away what someone has by hand',
    find: 'given !== undefined && given.role === current ? given.before : current',
    replace: 'given?.role === current ? given.before : null',
    tests: roles,
  },
  {
    name: 'a group takes the role from the administrator who keeps a password',
    find: 'if (isTaken && state.isBreakGlass) throw keepsBreakGlass(state);\n',
    replace: '',
    tests: roles,
  },
  {
    name: 'a group gives a role in a workspace of another organization',
    find: ".where('id', '=', workspaceId)\n      .where('organization_id', '=', organizationId)\n      .executeTakeFirst();\n    if (workspace === undefined)",
    replace:
      ".where('id', '=', workspaceId)\n      .executeTakeFirst();\n    if (workspace === undefined)",
    tests: roles,
  },
  {
    name: 'two processes apply one check',
    find: 'and noted_at = ${notedAt}::timestamptz and taken_until < now()\n',
    replace: '',
    tests: roles,
  },
  {
    name: 'a deleted group leaves its roles',
    find: 'await noteGroup(tx, groupId);\n',
    replace: '',
    tests: roles,
  },
  {
    name: 'an account that is not connected yet gives roles',
    find: 'if (!begun.isProof && !chosen.needsPassword) {',
    replace: 'if (!begun.isProof) {',
    tests: ['claimed-groups'],
  },
  {
    name: 'a token with too many groups takes roles away',
    find: 'return all.length <= MAX_NAMES && all.every(isValid) ? all : undefined;',
    replace: 'return all.filter(isValid).slice(0, MAX_NAMES);',
    tests: ['claimed-groups'],
  },
  {
    name: 'two changes of one user at the same moment lose one of them',
    find: '          .where(isUnchanged(before)),\n',
    replace: '',
    tests: attacks,
  },
  {
    name: 'a rename takes the way back from a user whom the provider deactivated',
    find: '    alongside: (tx, previous) => keepDeactivated(tx, organization.id, userId, previous),\n',
    replace: '',
    tests: attacks,
  },
  {
    name: 'two processes decide a role at the same moment, each by what the other changes',
    find: 'set noted_at = clock_timestamp()`;',
    replace: "set noted_at = clock_timestamp(), taken_until = '-infinity'`;",
    tests: attacks,
  },
  {
    name: 'an operation without a value empties a group',
    find: "if (value === undefined && name !== 'remove') {",
    replace: "if (value === undefined && name === 'remove') {",
    tests: attacks,
  },
  {
    name: 'a member who comes while their group is given a role has none',
    find: "    .where('id', '=', groupId)\n    .forNoKeyUpdate()\n",
    replace: "    .where('id', '=', groupId)\n",
    tests: attacks,
  },
  {
    name: 'a role that is refused while someone is coming back is never given',
    find: '    if (await isPassing(db, check, state)) return false;\n',
    replace: '',
    tests: attacks,
  },
  {
    name: 'a revoked token works on',
    find: "      .deleteFrom('scim_tokens')\n      .where('organization_id', '=', organizationId)\n",
    replace:
      "      .updateTable('scim_tokens').set({ last_used_at: null })\n      .where('organization_id', '=', organizationId)\n",
    tests: calls,
  },
  {
    name: 'a token is revoked at another organization',
    find: "      .deleteFrom('scim_tokens')\n      .where('organization_id', '=', organizationId)\n",
    replace: "      .deleteFrom('scim_tokens')\n",
    tests: bounds,
  },
  {
    name: 'a filter of any length is read',
    find: 'const MAX_LENGTH = 1_000;\nconst MAX_CONDITIONS',
    replace: 'const MAX_LENGTH = 1e9;\nconst MAX_CONDITIONS',
    tests: filters,
  },
  {
    name: 'a filter of any number of comparisons is read',
    find: 'const MAX_CONDITIONS = 5;',
    replace: 'const MAX_CONDITIONS = 1e9;',
    tests: filters,
  },
  {
    name: 'an organization has any number of groups',
    find: 'if (Number(count) < limits.provisioningGroups) return;',
    replace: 'if (Number(count) >= 0) return;',
    tests: bounds,
  },
  {
    name: 'an organization has any number of tokens',
    find: '    if (Number(current) >= limit) {\n      const message = `An organization has at most ${limit} tokens.',
    replace:
      '    if (Number(current) < 0) {\n      const message = `An organization has at most ${limit} tokens.',
    tests: calls,
  },
  {
    name: 'a provider deactivates the last owner of a workspace',
    find: "      choice: 'keep',\n      successorId: null,\n      alongside: mark,\n    });\n  };\n",
    replace:
      "      choice: 'keep',\n      successorId: null,\n      alongside: mark,\n    }).catch(() => updateUser(parts, actor, { userId: user.id, isActive: false, alongside: mark }));\n  };\n",
    tests: deactivated,
  },
  {
    name: 'a PATCH has any number of operations',
    find: 'list.length === 0 || list.length > MAX_OPERATIONS',
    replace: 'list.length === 0',
    tests: bounds,
  },
  {
    name: 'a PATCH has a path of any length',
    find: "typeof path !== 'string' || path.length > MAX_PATH",
    replace: "typeof path !== 'string'",
    tests: bounds,
  },
  {
    name: 'a provider changes users without end in a day',
    find: "            if (method !== 'GET')\n",
    replace: "            if (method === 'none')\n",
    tests: calls,
  },
  {
    name: 'a group keeps the members of before when it is replaced',
    find: '? sql`user_id <> all(${coming})`',
    replace: '? sql`false`',
    tests: groups,
  },
];
