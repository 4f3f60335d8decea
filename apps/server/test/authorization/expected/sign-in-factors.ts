import type { EndpointInput } from '@repo/contract/endpoints';
import { knownPassword } from '../../test-makers.ts';
import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const madeUp = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' } as const;
const used: EndpointInput<'POST /api/auth/login/passkey'>['body']['passkey'] = {
  challengeToken: 'made.up',
  credential: {
    ...madeUp,
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  },
};

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const signInFactorRows = {
  'POST /api/auth/login/second-factor': {
    'a token that was made up': [
      '                                401   401       401     401      401      401    401   401',
      () => ({ body: { pendingToken: 'made.up', code: '123456' } }),
    ],
  },
  'POST /api/auth/login/passkey/options': {
    'for anyone': [
      '                                200   200       200     200      200      200    200   200',
      () => ({ body: {} }),
    ],
    'with a token that was made up': [
      '                                401   401       401     401      401      401    401   401',
      () => ({ body: { pendingToken: 'made.up' } }),
    ],
  },
  'POST /api/auth/login/passkey': {
    'a challenge that was made up': [
      '                                401   401       401     401      401      401    401   401',
      () => ({ body: { passkey: used } }),
    ],
  },
  'POST /api/auth/proof/passkey/options': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'POST /api/auth/factors/passkeys/options': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'POST /api/auth/factors/passkeys': {
    'a challenge that was made up': [
      '                                401   401       401     409      409      409    409   409',
      () => ({
        body: {
          challengeToken: 'made.up',
          name: 'Laptop',
          credential: {
            ...madeUp,
            response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
          },
        },
      }),
    ],
  },
  'PATCH /api/auth/factors/passkeys/{id}': {
    'one that does not exist': [
      '                                401   401       401     404      404      404    404   404',
      () => ({ params: { id: absent }, body: { name: 'Laptop' } }),
    ],
  },
  'DELETE /api/auth/factors/passkeys/{id}': {
    'one that does not exist': [
      '                                401   401       401     404      404      404    404   404',
      () => ({ params: { id: absent } }),
    ],
    'one that does not exist, after too many changes': [
      '                                401   401       401     429      429      429    429   429',
      () => ({ params: { id: absent } }),
      'exhausted',
    ],
  },
  'POST /api/auth/proof': {
    'own password': [
      '                                401   401       401     200      200      200    200   200',
      () => ({ body: { password: knownPassword } }),
    ],
    'a wrong password': [
      '                                401   401       401     400      400      400    400   400',
      () => ({ body: { password: 'a guess' } }),
    ],
    'own password, after too many': [
      '                                401   401       401     429      429      429    429   429',
      () => ({ body: { password: knownPassword } }),
      'exhausted',
    ],
  },
  'GET /api/auth/factors': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'POST /api/auth/factors/authenticator-app': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'PUT /api/auth/factors/authenticator-app': {
    'a token that was made up': [
      '                                401   401       401     409      409      409    409   409',
      () => ({ body: { setUpToken: 'made.up', code: '123456' } }),
    ],
  },
  'DELETE /api/auth/factors/authenticator-app': {
    'own, after too many changes': [
      '                                401   401       401     429      429      429    429   429',
      () => ({}),
      'exhausted',
    ],
    'own, without one': [
      '                                401   401       401     404      404      404    404   404',
      () => ({}),
    ],
  },
  'POST /api/auth/factors/recovery-codes': {
    'own, after too many changes': [
      '                                401   401       401     429      429      429    429   429',
      () => ({}),
      'exhausted',
    ],
    'own, without a factor': [
      '                                401   401       401     409      409      409    409   409',
      () => ({}),
    ],
  },
  'GET /api/admin/second-factor': {
    'of administrators': [
      '                                401   401       401     403      403      403    403   200',
      () => ({}),
    ],
  },
  'PUT /api/admin/second-factor': {
    'required later': [
      '                                401   401       401     403      403      403    403   200',
      () => ({ body: { isRequired: true, graceDays: 14 } }),
    ],
  },
  'PUT /api/admin/organizations/{id}/second-factor': {
    'one that does not exist': [
      '                                401   401       401     403      403      403    403   404',
      () => ({ params: { id: absent }, body: { isRequired: true, graceDays: 14 } }),
    ],
  },
  'POST /api/admin/users/{id}/remove-factors': {
    'a person without one': [
      '                                401   401       401     403      403      403    403   409',
      ({ ours }) => ({ params: { id: ours.colleague.id } }),
    ],
    'one that does not exist': [
      '                                401   401       401     403      403      403    403   404',
      () => ({ params: { id: absent } }),
    ],
  },
} satisfies Rows;
