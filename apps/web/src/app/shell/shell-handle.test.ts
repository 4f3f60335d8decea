import type { UIMatch } from 'react-router';
import { expect, test } from 'vitest';
import { readTrail, type ShellHandle } from './shell-handle.ts';

const match = (pathname: string, handle?: ShellHandle): UIMatch => ({
  id: pathname,
  pathname,
  params: {},
  loaderData: undefined,
  handle,
});

test('gathers the crumbs along the way; the context is inherited', () => {
  const trail = readTrail([
    match('/'),
    match('/northwind/sales', { context: 'workspace' }),
    match('/northwind/sales/accounts', { crumb: 'Accounts' }),
    match('/northwind/sales/accounts/1', { crumb: { from: 'page-name' } }),
  ]);
  expect(trail).toEqual({
    context: 'workspace',
    crumbs: [
      { label: 'Accounts', path: '/northwind/sales/accounts' },
      { label: { from: 'page-name' }, path: '/northwind/sales/accounts/1' },
    ],
  });
});

test('a page without a context is a mistake, except in the administration', () => {
  expect(() => readTrail([match('/'), match('/somewhere')])).toThrow(
    'The route of /somewhere has no breadcrumb context.',
  );
  expect(() => readTrail([match('/administrators')])).toThrow('no breadcrumb context');
  expect(readTrail([match('/admin/users')])).toEqual({ context: 'admin', crumbs: [] });
});
