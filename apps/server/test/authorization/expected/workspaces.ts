import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const added = { email: 'new@company.com', role: 'member' };
const owner = { role: 'owner' };
const lawyer = { address: 'law.example', shares: 'nothing' };
const in_ = (workspaceId: string, userId?: string) => ({
  params: { workspaceId, ...(userId !== undefined && { userId }) },
});

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const workspaceRows = {
  'GET /api/workspaces': {
    'one’s own': [
      '                                401   401       401     200      200      200    200   200',
      () => ({}),
    ],
  },
  'POST /api/workspaces/{workspaceId}/owner': {
    ours: [
      '                                401   401       401     404      404      403    200   403',
      ({ ours }) => ({ ...in_(ours.id), body: { userId: ours.colleague.id } }),
    ],
    'ours, to oneself': [
      '                                401   401       401     404      404      403    409   403',
      ({ ours, people }, caller) => ({ ...in_(ours.id), body: { userId: people[caller].id } }),
    ],
    'ours, to someone of theirs': [
      '                                401   401       401     404      404      403    404   403',
      ({ ours, theirs }) => ({ ...in_(ours.id), body: { userId: theirs.colleague.id } }),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   403',
      ({ theirs }) => ({ ...in_(theirs.id), body: { userId: theirs.colleague.id } }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ({ ...in_(absent), body: { userId: ours.colleague.id } }),
    ],
  },
  'PUT /api/workspaces/{workspaceId}/time-zone': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => ({ ...in_(ours.id), body: { timeZone: 'Asia/Kathmandu' } }),
    ],
    'ours, after too many': [
      '                                401   401       401     404      404      403    429   429',
      ({ ours }) => ({ ...in_(ours.id), body: { timeZone: 'Pacific/Pago_Pago' } }),
      'exhausted',
    ],
    'ours, to none': [
      '                                401   401       401     404      404      403    400   400',
      ({ ours }) => ({ ...in_(ours.id), body: { timeZone: 'Mars/Olympus' } }),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   200',
      ({ theirs }) => ({ ...in_(theirs.id), body: { timeZone: 'Asia/Kathmandu' } }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ({ ...in_(absent), body: { timeZone: 'Asia/Kathmandu' } }),
    ],
  },
  'PUT /api/workspaces/{workspaceId}/share-levels': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => ({ ...in_(ours.id), body: { default: 'subject', least: 'subject' } }),
    ],
    'ours, with the texts for those who took part': [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => ({
        ...in_(ours.id),
        body: { default: 'subject', least: 'subject', participantsOnly: true },
      }),
    ],
    'ours, after too many': [
      '                                401   401       401     404      404      403    429   429',
      ({ ours }) => ({ ...in_(ours.id), body: { default: 'activity', least: 'activity' } }),
      'exhausted',
    ],
    'ours, with a default below the least': [
      '                                401   401       401     404      404      403    400   400',
      ({ ours }) => ({ ...in_(ours.id), body: { default: 'subject', least: 'full' } }),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   200',
      ({ theirs }) => ({ ...in_(theirs.id), body: { default: 'subject', least: 'subject' } }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ({ ...in_(absent), body: { default: 'subject', least: 'subject' } }),
    ],
  },
  'GET /api/workspaces/{workspaceId}/protected-addresses': {
    ours: [
      '                                401   401       401     404      404      200    200   200',
      ({ ours }) => in_(ours.id),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   200',
      ({ theirs }) => in_(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => in_(absent),
    ],
  },
  'PUT /api/workspaces/{workspaceId}/protected-addresses': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => ({ ...in_(ours.id), body: lawyer }),
    ],
    'ours, what is no address': [
      '                                401   401       401     404      404      403    400   400',
      ({ ours }) => ({ ...in_(ours.id), body: { ...lawyer, address: 'law' } }),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   200',
      ({ theirs }) => ({ ...in_(theirs.id), body: lawyer }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ({ ...in_(absent), body: lawyer }),
    ],
  },
  'DELETE /api/workspaces/{workspaceId}/protected-addresses/{address}': {
    'ours, which is not protected': [
      '                                401   401       401     404      404      403    404   404',
      ({ ours }) => ({ params: { workspaceId: ours.id, address: lawyer.address } }),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   404',
      ({ theirs }) => ({ params: { workspaceId: theirs.id, address: lawyer.address } }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ({ params: { workspaceId: absent, address: lawyer.address } }),
    ],
  },
  'GET /api/workspaces/{workspaceId}/members': {
    ours: [
      '                                401   401       401     404      404      200    200   200',
      ({ ours }) => in_(ours.id),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   200',
      ({ theirs }) => in_(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => in_(absent),
    ],
  },
  'POST /api/workspaces/{workspaceId}/members': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => ({ ...in_(ours.id), body: added }),
    ],
    'ours, after too many': [
      '                                401   401       401     429      429      429    429   200',
      ({ ours }) => ({ ...in_(ours.id), body: added }),
      'exhausted',
    ],
    'ours, someone of theirs': [
      '                                401   401       401     404      404      403    200   200',
      ({ ours, theirs }) => ({ ...in_(ours.id), body: { email: theirs.colleague.email } }),
    ],
    'ours, a member already': [
      '                                401   401       401     404      404      403    409   409',
      ({ ours }) => ({ ...in_(ours.id), body: { email: ours.colleague.email } }),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   200',
      ({ theirs }) => ({ ...in_(theirs.id), body: added }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ({ ...in_(absent), body: added }),
    ],
  },
  'PUT /api/workspaces/{workspaceId}/members/{userId}': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => ({ ...in_(ours.id, ours.colleague.id), body: owner }),
    ],
    'oneself in ours': [
      '                                401   401       401     404      404      403    200   404',
      ({ ours, people }, caller) => ({ ...in_(ours.id, people[caller].id), body: owner }),
    ],
    'the last owner of ours': [
      '                                401   401       401     404      404      403    409   409',
      ({ ours }) => ({ ...in_(ours.id, ours.owner.id), body: { role: 'member' } }),
    ],
    'ours, someone of theirs': [
      '                                401   401       401     404      404      403    404   404',
      ({ ours, theirs }) => ({ ...in_(ours.id, theirs.colleague.id), body: owner }),
    ],
    'ours, no one': [
      '                                401   401       401     404      404      403    404   404',
      ({ ours }) => ({ ...in_(ours.id, absent), body: owner }),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   200',
      ({ theirs }) => ({ ...in_(theirs.id, theirs.colleague.id), body: owner }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ({ ...in_(absent, ours.colleague.id), body: owner }),
    ],
  },
  'DELETE /api/workspaces/{workspaceId}/members/{userId}': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => in_(ours.id, ours.colleague.id),
    ],
    'the last owner of ours': [
      '                                401   401       401     404      404      403    409   409',
      ({ ours }) => in_(ours.id, ours.owner.id),
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
  'GET /api/workspaces/{workspaceId}/getting-started': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => in_(ours.id),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => in_(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => in_(absent),
    ],
  },
  'DELETE /api/workspaces/{workspaceId}/getting-started': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => in_(ours.id),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => in_(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => in_(absent),
    ],
  },
  'POST /api/workspaces/{workspaceId}/members/{userId}/invitation': {
    ours: [
      '                                401   401       401     404      404      403    200   200',
      ({ ours }) => in_(ours.id, ours.invited.id),
    ],
    'ours, after too many': [
      '                                401   401       401     429      429      429    429   200',
      ({ ours }) => in_(ours.id, ours.invited.id),
      'exhausted',
    ],
    'ours, who has a password': [
      '                                401   401       401     404      404      403    409   409',
      ({ ours }) => in_(ours.id, ours.colleague.id),
    ],
    'ours, invited to theirs': [
      '                                401   401       401     404      404      403    404   404',
      ({ ours, theirs }) => in_(ours.id, theirs.invited.id),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   200',
      ({ theirs }) => in_(theirs.id, theirs.invited.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => in_(absent, ours.invited.id),
    ],
  },
} satisfies Rows;
