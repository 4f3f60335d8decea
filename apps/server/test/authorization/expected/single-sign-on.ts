import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const browser = { code: 'made.up', verifier: 'v'.repeat(43) };
const connection = {
  issuer: 'https://provider.example',
  clientId: 'client',
  clientSecret: 'of the client',
};
const of = (id: string) => ({ params: { id } });
const domain = { domain: 'company.example' };

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const singleSignOnRows = {
  'GET /api/auth/sso': {
    any: [
      '                                200   200       200     200      200      200    200   200',
      () => ({}),
    ],
  },
  'GET /api/auth/sso/start': {
    'a company that does not exist': [
      '                                302+  302+      302+    302+     302+     302+   302+  302+',
      () => ({ query: { organization: 'no-company', challenge: 'c'.repeat(43) } }),
    ],
  },
  'GET /api/auth/sso/{organizationId}/callback': {
    'a sign-in that no one began': [
      '                                302+  302+      302+    302+     302+     302+   302+  302+',
      ({ ours }) => ({
        params: { organizationId: ours.organizationId },
        query: { state: 'made.up', code: 'code' },
      }),
    ],
  },
  'GET /api/auth/sso/sign-out': {
    'a token that was made up': [
      '                                302+  302+      302+    302+     302+     302+   302+  302+',
      () => ({ query: { token: 'made.up', state: 's'.repeat(43) } }),
    ],
  },
  'POST /api/auth/sso/exchange': {
    'a code that was made up': [
      '                                401   401       401     401      401      401    401   401',
      () => ({ body: browser }),
    ],
  },
  'POST /api/auth/sso/{organizationId}/logout': {
    'a token that was made up': [
      '                                400   400       400     400      400      400    400   400',
      ({ ours }) => ({
        params: { organizationId: ours.organizationId },
        body: { logout_token: 'made.up' },
      }),
    ],
  },
  'POST /api/auth/sso/link': {
    'a code that was made up': [
      '                                401   401       401     409      409      409    409   409',
      () => ({ body: browser }),
    ],
  },
  'GET /api/auth/sso/links': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'DELETE /api/auth/sso/links/{id}': {
    'one that does not exist': [
      '                                401   401       401     404      404      404    404   404',
      () => ({ params: { id: 'l'.repeat(43) } }),
    ],
    'one that does not exist, after too many removals': [
      '                                401   401       401     429      429      429    429   429',
      () => ({ params: { id: 'l'.repeat(43) } }),
      'exhausted',
    ],
  },
  'POST /api/auth/sso/proof': {
    'a code that was made up': [
      '                                401   401       401     409      409      409    409   409',
      () => ({ body: browser }),
    ],
  },
  'GET /api/admin/organizations/{id}/sso': {
    one: [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => of(ours.organizationId),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => of(absent),
    ],
  },
  'PUT /api/admin/organizations/{id}/sso': {
    one: [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => ({ ...of(ours.organizationId), body: connection }),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => ({ ...of(absent), body: connection }),
    ],
  },
  'DELETE /api/admin/organizations/{id}/sso': {
    'one without a connection': [
      '                                401   401       401     403      403      403    403   404',
      ({ ours }) => of(ours.organizationId),
    ],
  },
  'POST /api/admin/organizations/{id}/sso/test': {
    'one without a connection': [
      '                                401   401       401     403      403      403    403   404',
      ({ ours }) => of(ours.organizationId),
    ],
  },
  'POST /api/admin/organizations/{id}/sso/domains': {
    one: [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => ({ ...of(ours.organizationId), body: domain }),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => ({ ...of(absent), body: domain }),
    ],
  },
  'POST /api/admin/organizations/{id}/sso/domains/verify': {
    'a domain that is not there': [
      '                                401   401       401     403      403      403    403   404',
      ({ ours }) => ({ ...of(ours.organizationId), body: domain }),
    ],
  },
  'POST /api/admin/organizations/{id}/sso/domains/remove': {
    'a domain that is not there': [
      '                                401   401       401     403      403      403    403   404',
      ({ ours }) => ({ ...of(ours.organizationId), body: domain }),
    ],
  },
} satisfies Rows;
