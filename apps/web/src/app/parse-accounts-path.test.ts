import { expect, test } from 'vitest';
import { parseAccountsPath } from './parse-accounts-path.ts';

const sales = { orgSlug: 'north', workspaceSlug: 'sales', accountId: undefined };

test.each([
  ['/north/sales/accounts', sales],
  ['/north/sales/Accounts/', sales],
  ['/north/sales/accounts/a1', { ...sales, accountId: 'a1' }],
  ['/n%C3%B6rd/sales/accounts', { ...sales, orgSlug: 'nörd' }],
  ['/n%E0%A4%A/sales/accounts', undefined],
  ['/north/sales', undefined],
  ['/north/sales/members', undefined],
  ['/north/sales/accounts/a1/b', undefined],
  ['/', undefined],
])('%s', (path, address) => expect(parseAccountsPath(path)).toEqual(address));
