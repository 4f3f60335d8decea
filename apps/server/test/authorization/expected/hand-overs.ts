import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const of = (id: string) => ({ params: { id } });
const in_ = (workspaceId: string, userId?: string) => ({
  params: { workspaceId, ...(userId !== undefined && { userId }) },
});
const keep = { body: { choice: 'keep' } };

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const handOverRows = {
  'GET /api/admin/users/{id}/hand-over': {
    'someone else': [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => of(ours.colleague.id),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => of(absent),
    ],
  },
  'POST /api/admin/users/{id}/hand-over': {
    'someone else': [
      '                                401   401       401     403      403      403    403   200',
      ({ ours }) => ({ ...of(ours.colleague.id), ...keep }),
    ],
    oneself: [
      '                                401   401       401     403      403      403    403   403',
      ({ people }, caller) => ({ ...of(people[caller].id), ...keep }),
    ],
    'the last owner of ours': [
      '                                401   401       401     403      403      403    403   409',
      ({ ours }) => ({ ...of(ours.owner.id), ...keep }),
    ],
    'to someone outside': [
      '                                401   401       401     403      403      403    403   409',
      ({ ours, theirs }) => ({
        ...of(ours.colleague.id),
        body: { choice: 'reassign', successorId: theirs.colleague.id },
      }),
    ],
    'to nobody': [
      '                                401   401       401     403      403      403    403   400',
      ({ ours }) => ({ ...of(ours.colleague.id), body: { choice: 'reassign' } }),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => ({ ...of(absent), ...keep }),
    ],
  },
  'DELETE /api/admin/users/{id}/hand-over': {
    'who is not leaving': [
      '                                401   401       401     403      403      403    403   404',
      ({ ours }) => of(ours.colleague.id),
    ],
    absent: [
      '                                401   401       401     403      403      403    403   404',
      () => of(absent),
    ],
  },
  'GET /api/workspaces/{workspaceId}/hand-overs': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => in_(ours.id),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   200',
      ({ theirs }) => in_(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => in_(absent),
    ],
  },
  'GET /api/workspaces/{workspaceId}/members/{userId}/hand-over': {
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
  'POST /api/workspaces/{workspaceId}/members/{userId}/hand-over': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => ({ ...in_(ours.id, ours.colleague.id), ...keep }),
    ],
    'the last owner of ours': [
      '                                401   401       401     404      404      403    403   409',
      ({ ours }) => ({ ...in_(ours.id, ours.owner.id), ...keep }),
    ],
    'ours, to someone of theirs': [
      '                                401   401       401     404      404      403    400   400',
      ({ ours, theirs }) => ({
        ...in_(ours.id, ours.colleague.id),
        body: { choice: 'reassign', successorId: theirs.colleague.id },
      }),
    ],
    'ours, someone of theirs': [
      '                                401   401       401     404      404      403    404   404',
      ({ ours, theirs }) => ({ ...in_(ours.id, theirs.colleague.id), ...keep }),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   200',
      ({ theirs }) => ({ ...in_(theirs.id, theirs.colleague.id), ...keep }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ({ ...in_(absent, ours.colleague.id), ...keep }),
    ],
  },
  'DELETE /api/workspaces/{workspaceId}/members/{userId}/hand-over': {
    'ours, who is not leaving': [
      '                                401   401       401     404      404      403    404   404',
      ({ ours }) => in_(ours.id, ours.colleague.id),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   404',
      ({ theirs }) => in_(theirs.id, theirs.colleague.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => in_(absent, ours.colleague.id),
    ],
  },
} satisfies Rows;
