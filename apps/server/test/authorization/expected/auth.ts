import { knownPassword } from '../../test-makers.ts';
import type { Rows } from '../table.ts';

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const authRows = {
  'POST /api/auth/login': {
    'own password': [
      '                                200   200       401     200      200      200    200   200',
      ({ people }, caller) => ({ body: { email: people[caller].email, password: knownPassword } }),
    ],
    'wrong password': [
      '                                401   401       401     401      401      401    401   401',
      ({ people }, caller) => ({ body: { email: people[caller].email, password: 'a guess' } }),
    ],
    'an email of no one': [
      '                                401   401       401     401      401      401    401   401',
      () => ({ body: { email: 'nobody@company.com', password: knownPassword } }),
    ],
    'a person who has chosen no password': [
      '                                401   401       401     401      401      401    401   401',
      ({ ours }) => ({ body: { email: ours.invited.email, password: knownPassword } }),
    ],
    'no e-mail': [
      '                                400   400       400     400      400      400    400   400',
      () => ({ body: { password: knownPassword } }),
    ],
  },
  'POST /api/auth/logout': {
    'own session': [
      '                                200   200       200     200      200      200    200   200',
      () => ({}),
    ],
  },
  'POST /api/auth/request-password-reset': {
    'own e-mail': [
      '                                200   200       200     200      200      200    200   200',
      ({ people }, caller) => ({ body: { email: people[caller].email } }),
    ],
    'an email of no one': [
      '                                200   200       200     200      200      200    200   200',
      () => ({ body: { email: 'nobody@company.com' } }),
    ],
    'own e-mail, after too many': [
      '                                429   429       429     429      429      429    429   429',
      ({ people }, caller) => ({ body: { email: people[caller].email } }),
      'exhausted',
    ],
  },
  'POST /api/auth/reset-password/check': {
    'own link': [
      '                                200   200       200     200      200      200    200   200',
      ({ people }, caller) => ({ body: { token: people[caller].resetToken } }),
    ],
    'a link that no one was sent, after too many': [
      '                                429   429       429     429      429      429    429   429',
      () => ({ body: { token: 'made-up' } }),
      'exhausted',
    ],
  },
  'POST /api/auth/reset-password': {
    'own link': [
      '                                200   200       400     200      200      200    200   200',
      ({ people }, caller) => ({
        body: { token: people[caller].resetToken, password: 'another password' },
      }),
    ],
    'a link that no one was sent': [
      '                                400   400       400     400      400      400    400   400',
      () => ({ body: { token: 'made-up', password: 'another password' } }),
    ],
    'a link that no one was sent, after too many': [
      '                                429   429       429     429      429      429    429   429',
      () => ({ body: { token: 'made-up', password: 'another password' } }),
      'exhausted',
    ],
    'too short a password': [
      '                                400   400       400     400      400      400    400   400',
      ({ people }, caller) => ({ body: { token: people[caller].resetToken, password: 'short' } }),
    ],
  },
  'GET /api/auth/me': {
    'own session': [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
    "a session's token that was made up": [
      '                                401   401       401     401      401      401    401   401',
      () => ({ bearer: 'made-up' }),
    ],
  },
} satisfies Rows;
