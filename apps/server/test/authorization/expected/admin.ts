import type { Row, Rows } from '../table.ts';
import { absent } from '../world.ts';

const of = (id: string) => ({ params: { id } });
const unchanged = { name: 'Renamed', isAdmin: false, isTest: false, isActive: true };

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
const list = (query = {}): Record<string, Row> => ({
  all: [
    '                                  401   401       401     403      403      403    403   200',
    () => ({ query }),
  ],
});

export const adminRows = {
  'GET /api/admin/users': list({ search: 'company' }),
  'GET /api/admin/organizations': list(),
  'GET /api/admin/workspaces': list(),
  'GET /api/admin/audit': list(),
  'GET /api/admin/audit/export': list(),
  'GET /api/admin/connections': list(),
  'PATCH /api/admin/organizations/{id}': {
    one: [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => ({ ...of(ours.organizationId), body: { name: 'Renamed' } }),
    ],
    'one with a reserved slug': [
      '                                401   401       401     403      403      403    403   400',
      ({ ours }) => ({ ...of(ours.organizationId), body: { slug: 'admin' } }),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => ({ ...of(absent), body: { name: 'Renamed' } }),
    ],
  },
  'PATCH /api/admin/workspaces/{id}': {
    one: [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => ({ ...of(ours.id), body: { name: 'Renamed' } }),
    ],
    'one with no slug': [
      '                                401   401       401     403      403      403    403   400',
      ({ ours }) => ({ ...of(ours.id), body: { slug: 'Not A Slug' } }),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => ({ ...of(absent), body: { name: 'Renamed' } }),
    ],
  },
  'PUT /api/admin/organizations/{id}/archived': {
    one: [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => ({ ...of(ours.organizationId), body: { archived: true } }),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => ({ ...of(absent), body: { archived: true } }),
    ],
  },
  'PUT /api/admin/workspaces/{id}/archived': {
    one: [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => ({ ...of(ours.id), body: { archived: true } }),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => ({ ...of(absent), body: { archived: true } }),
    ],
  },
  'GET /api/admin/status': {
    'of the server': [
      '                                401   401       401     403      403      403    403   200',
      () => ({}),
    ],
  },
  'GET /api/admin/provider-problems': {
    'of the server': [
      '                                401   401       401     403      403      403    403   200',
      () => ({}),
    ],
  },
  'POST /api/admin/users/invite': {
    someone: [
      '                                401   401       401     403      403      403    403   200',
      () => ({ body: { email: 'new@company.com', name: 'New' } }),
    ],
    'as an administrator': [
      '                                401   401       401     403      403      403    403   200',
      () => ({ body: { email: 'new@company.com', name: 'New', isAdmin: true } }),
    ],
    'someone who is there': [
      '                                401   401       401     403      403      403    403   409',
      ({ ours }) => ({ body: { email: ours.colleague.email, name: 'New' } }),
    ],
  },
  'GET /api/admin/users/{id}': {
    oneself: [
      '                                401   401       401     403      403      403    403   200',
      ({ people }, caller) => of(people[caller].id),
    ],
    'someone else': [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => of(ours.colleague.id),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => of(absent),
    ],
  },
  'PUT /api/admin/users/{id}': {
    'oneself, with every right': [
      '                                401   401       401     403      403      403    403   200',
      ({ people }, caller) => ({
        ...of(people[caller].id),
        body: { ...unchanged, isAdmin: true },
      }),
    ],
    'oneself, without one’s right': [
      '                                401   401       401     403      403      403    403   403',
      ({ people }, caller) => ({ ...of(people[caller].id), body: unchanged }),
    ],
    'oneself, deactivated': [
      '                                401   401       401     403      403      403    403   403',
      ({ people }, caller) => ({
        ...of(people[caller].id),
        body: { ...unchanged, isAdmin: true, isActive: false },
      }),
    ],
    'someone else': [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => ({ ...of(ours.colleague.id), body: unchanged }),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => ({ ...of(absent), body: unchanged }),
    ],
  },
  'GET /api/admin/users/{id}/password-reset-status': {
    'someone else': [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => of(ours.colleague.id),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => of(absent),
    ],
  },
  'POST /api/admin/users/{id}/password-reset': {
    'someone else': [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => of(ours.colleague.id),
    ],
    'someone inactive': [
      '                                401   401       401     403      403      403    403   409',
      ({ people }) => of(people.inactive.id),
    ],
    'after too many': [
      '                                401   401       401     403      403      403    403   429',
      ({ ours }) => of(ours.colleague.id),
      'exhausted',
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => of(absent),
    ],
  },
  'DELETE /api/admin/reset/user-data': {
    'someone else': [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => ({ body: { email: ours.colleague.email } }),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => ({ body: { email: 'nobody@company.com' } }),
    ],
  },
  'POST /api/admin/organizations': {
    new: [
      '                                401   401       401     403      403      403    403   200',
      () => ({ body: { name: 'New', slug: 'new' } }),
    ],
  },
  'POST /api/admin/workspaces': {
    'in an organization': [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => ({ body: { organizationId: ours.organizationId, name: 'New', slug: 'new' } }),
    ],
    'in none that exists': [
      '                                401   401       401     403      403      403    403   404',
      () => ({ body: { organizationId: absent, name: 'New', slug: 'new' } }),
    ],
  },
  'GET /api/admin/workspaces/{id}': {
    ours: [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => of(ours.id),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => of(absent),
    ],
  },
} satisfies Rows;
