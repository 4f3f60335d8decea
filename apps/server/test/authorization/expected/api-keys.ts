import { knownPassword } from '../../test-makers.ts';
import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const created = { name: 'A key', scopes: ['accounts:read'], currentPassword: knownPassword };

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const apiKeyRows = {
  'GET /api/auth/api-keys': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'POST /api/auth/api-keys': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({ body: created }),
    ],
    'with a wrong password': [
      '                                401   401       401     400      400      400    400   400',
      () => ({ body: { ...created, currentPassword: 'a guess' } }),
    ],
    'without a scope': [
      '                                401   401       401     400      400      400    400   400',
      () => ({ body: { ...created, scopes: [] } }),
    ],
    'after too many': [
      '                                401   401       401     429      429      429    429   429',
      () => ({ body: created }),
      'exhausted',
    ],
  },
  'DELETE /api/auth/api-keys/{id}': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      ({ people }, caller) => ({ params: { id: people[caller].apiKeyId } }),
    ],
    "someone else's": [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ({ params: { id: ours.colleague.apiKeyId } }),
    ],
    'one that does not exist': [
      '                                401   401       401     404      404      404    404   404',
      () => ({ params: { id: absent } }),
    ],
  },
} satisfies Rows;
