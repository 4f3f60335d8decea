import { expect, test } from 'vitest';
import { decideRole, type Given, type RoleOrNone } from './decide-role.ts';

const gave = (role: 'owner' | 'member', before: RoleOrNone): Given => ({ role, before });

test.each<[string, RoleOrNone, Given | undefined, RoleOrNone, RoleOrNone, Given | undefined]>([
  ['nothing', null, undefined, null, null, undefined],
  ['by hand', null, undefined, 'member', 'member', undefined],
  ['a membership', 'member', undefined, null, 'member', gave('member', null)],
  ['more than by hand', 'owner', undefined, 'member', 'owner', gave('owner', 'member')],
  ['less than by hand', 'member', undefined, 'owner', 'owner', undefined],
  ['the same as by hand', 'member', undefined, 'member', 'member', undefined],
  ['the same again', 'member', gave('member', null), 'member', 'member', gave('member', null)],
  ['more than before', 'owner', gave('member', null), 'member', 'owner', gave('owner', null)],
  ['less than before', 'member', gave('owner', null), 'owner', 'member', gave('member', null)],
  ['less, and by hand the same', 'member', gave('owner', 'member'), 'owner', 'member', undefined],
  ['taken away', null, gave('member', null), 'member', null, undefined],
  ['taken away, back to by hand', null, gave('owner', 'member'), 'owner', 'member', undefined],
  ['changed by hand since', null, gave('member', null), 'owner', 'owner', undefined],
  ['lowered by hand since', null, gave('owner', null), 'member', 'member', undefined],
  ['ended by hand since', null, gave('member', null), null, null, undefined],
  [
    'ended by hand, and given',
    'member',
    gave('member', null),
    null,
    'member',
    gave('member', null),
  ],
])('%s', (_, wanted, given, current, role, next) => {
  expect(decideRole(wanted, given, current)).toEqual({ role, given: next });
});
