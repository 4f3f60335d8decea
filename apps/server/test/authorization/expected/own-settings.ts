import { knownPassword } from '../../test-makers.ts';
import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const change = { currentPassword: knownPassword, password: 'another password' };

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const ownSettingsRows = {
  'PUT /api/auth/me': {
    'own name': [
      '                                401   401       401     200      200      200    200   200',
      () => ({ body: { name: 'Another Name' } }),
    ],
    'no name': [
      '                                401   401       401     400      400      400    400   400',
      () => ({ body: { name: ' ' } }),
    ],
  },
  'POST /api/auth/change-password': {
    'own password': [
      '                                401   401       401     200      200      200    200   200',
      () => ({ body: change }),
    ],
    'own password, after too many': [
      '                                401   401       401     429      429      429    429   429',
      () => ({ body: change }),
      'exhausted',
    ],
  },
  'GET /api/auth/sessions': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'GET /api/auth/own-data': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'GET /api/auth/retention': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'GET /api/auth/retention/preview': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({ query: { months: '1' } }),
    ],
  },
  'PUT /api/auth/retention': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({ body: { months: 600, textMonths: null } }),
    ],
  },
  'GET /api/auth/own-data/export': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
    'own, after too many': [
      '                                401   401       401     429      429      429    429   429',
      () => ({}),
      'exhausted',
    ],
  },
  'DELETE /api/auth/sessions/{id}': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      ({ people }, caller) => ({ params: { id: people[caller].sessionId } }),
    ],
    "someone else's": [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ({ params: { id: ours.colleague.sessionId } }),
    ],
    'one that does not exist': [
      '                                401   401       401     404      404      404    404   404',
      () => ({ params: { id: absent } }),
    ],
  },
  'POST /api/auth/sessions/end-others': {
    'own session': [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
} satisfies Rows;
