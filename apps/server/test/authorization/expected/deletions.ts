import { knownPassword } from '#test/test-makers.ts';
import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const of = (id: string) => ({ params: { id } });
const in_ = (workspaceId: string, userId: string) => ({ params: { workspaceId, userId } });
const typed = ({ email }: { email: string }) => ({ body: { email } });

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const deletionRows = {
  'GET /api/auth/deletion': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'POST /api/auth/deletion': {
    own: [
      '                                401   401       401     200      200      200    409   409',
      ({ people }, caller) => ({
        body: { email: people[caller].email, currentPassword: knownPassword },
      }),
    ],
    'own, after too many': [
      '                                401   401       401     429      429      429    429   429',
      ({ people }, caller) => ({
        body: { email: people[caller].email, currentPassword: knownPassword },
      }),
      'exhausted',
    ],
    'own, with the email of someone else': [
      '                                401   401       401     400      400      400    400   400',
      ({ ours }) => ({ body: { email: ours.colleague.email, currentPassword: knownPassword } }),
    ],
    'own, with a wrong password': [
      '                                401   401       401     400      400      400    400   400',
      ({ people }, caller) => ({
        body: { email: people[caller].email, currentPassword: 'wrong password' },
      }),
    ],
  },
  'GET /api/admin/users/{id}/deletion': {
    'someone else': [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => of(ours.colleague.id),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => of(absent),
    ],
  },
  'POST /api/admin/users/{id}/deletion': {
    'someone else': [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => ({ ...of(ours.colleague.id), ...typed(ours.colleague) }),
    ],
    'with the email of someone else': [
      '                                401   401       401     403      403      403    403   400',
      ({ ours }) => ({ ...of(ours.colleague.id), ...typed(ours.owner) }),
    ],
    oneself: [
      '                                401   401       401     403      403      403    403   403',
      ({ people }, caller) => ({ ...of(people[caller].id), ...typed(people[caller]) }),
    ],
    'the last owner of ours': [
      '                                401   401       401     403      403      403    403   409',
      ({ ours }) => ({ ...of(ours.owner.id), ...typed(ours.owner) }),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      ({ ours }) => ({ ...of(absent), ...typed(ours.colleague) }),
    ],
  },
  'GET /api/workspaces/{workspaceId}/members/{userId}/deletion': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => in_(ours.id, ours.colleague.id),
    ],
    'ours, someone of theirs': [
      '                                401   401       401     404      404      403    404   404',
      ({ ours, theirs }) => in_(ours.id, theirs.colleague.id),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   200',
      ({ theirs }) => in_(theirs.id, theirs.colleague.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => in_(absent, ours.colleague.id),
    ],
  },
  'POST /api/workspaces/{workspaceId}/members/{userId}/deletion': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => ({ ...in_(ours.id, ours.colleague.id), ...typed(ours.colleague) }),
    ],
    'ours, with the email of someone else': [
      '                                401   401       401     404      404      403    400   400',
      ({ ours }) => ({ ...in_(ours.id, ours.colleague.id), ...typed(ours.owner) }),
    ],
    'ours, the owner': [
      '                                401   401       401     404      404      403    403   409',
      ({ ours }) => ({ ...in_(ours.id, ours.owner.id), ...typed(ours.owner) }),
    ],
    'ours, someone of theirs': [
      '                                401   401       401     404      404      403    404   404',
      ({ ours, theirs }) => ({
        ...in_(ours.id, theirs.colleague.id),
        ...typed(theirs.colleague),
      }),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   200',
      ({ theirs }) => ({ ...in_(theirs.id, theirs.colleague.id), ...typed(theirs.colleague) }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ({ ...in_(absent, ours.colleague.id), ...typed(ours.colleague) }),
    ],
  },
} satisfies Rows;
