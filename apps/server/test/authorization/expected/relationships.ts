import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const ofAccount = (accountId: string) => ({ params: { accountId } });
const ofWorkspace = ({ id }: { id: string }) => ({ params: { workspaceId: id } });
const ofPerson = ({ id, personId }: { id: string; personId: string }) => ({
  params: { workspaceId: id, personId },
});

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const relationshipRows = {
  'GET /api/accounts/{accountId}/people': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofAccount(ours.accountId),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofAccount(theirs.accountId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ofAccount(absent),
    ],
  },
  'GET /api/accounts/{accountId}/network': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofAccount(ours.accountId),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofAccount(theirs.accountId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ofAccount(absent),
    ],
  },
  'GET /api/accounts/{accountId}/relationship': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofAccount(ours.accountId),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofAccount(theirs.accountId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ofAccount(absent),
    ],
  },
  'PUT /api/accounts/{accountId}/quiet-dismissal': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ({ ...ofAccount(ours.accountId), body: { until: null } }),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ({ ...ofAccount(theirs.accountId), body: { until: null } }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ({ ...ofAccount(absent), body: { until: null } }),
    ],
  },
  'GET /api/workspaces/{workspaceId}/changes/accounts': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofWorkspace(ours),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofWorkspace(theirs),
    ],
    'with a cursor of nothing': [
      '                                401   401       401     404      404      400    400   404',
      ({ ours }) => ({ ...ofWorkspace(ours), query: { since: 'nothing' } }),
    ],
  },
  'GET /api/workspaces/{workspaceId}/changes/activities': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofWorkspace(ours),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofWorkspace(theirs),
    ],
    'with a cursor of nothing': [
      '                                401   401       401     404      404      400    400   404',
      ({ ours }) => ({ ...ofWorkspace(ours), query: { since: 'nothing' } }),
    ],
  },
  'GET /api/workspaces/{workspaceId}/changes/people': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofWorkspace(ours),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofWorkspace(theirs),
    ],
    'with a cursor of nothing': [
      '                                401   401       401     404      404      400    400   404',
      ({ ours }) => ({ ...ofWorkspace(ours), query: { since: 'nothing' } }),
    ],
  },
  'GET /api/workspaces/{workspaceId}/quiet-people': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofWorkspace(ours),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofWorkspace(theirs),
    ],
  },
  'GET /api/workspaces/{workspaceId}/people': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ({ ...ofWorkspace(ours), query: { search: 'ann' } }),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ({ ...ofWorkspace(theirs), query: { search: 'ann' } }),
    ],
    'like a person of theirs in ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours, theirs }) => ({ ...ofWorkspace(ours), query: { like: theirs.personId } }),
    ],
  },
  'GET /api/workspaces/{workspaceId}/people/{personId}': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofPerson(ours),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofPerson(theirs),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ofPerson({ ...ours, personId: absent }),
    ],
  },
  'GET /api/workspaces/{workspaceId}/people/{personId}/timeline': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofPerson(ours),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofPerson(theirs),
    ],
    'absent of ours: nothing': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofPerson({ ...ours, personId: absent }),
    ],
  },
  'PUT /api/workspaces/{workspaceId}/people/{personId}/visibility': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ({ ...ofPerson(ours), body: { isHidden: true } }),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ({ ...ofPerson(theirs), body: { isHidden: true } }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ({ ...ofPerson({ ...ours, personId: absent }), body: { isHidden: true } }),
    ],
  },
  'PUT /api/workspaces/{workspaceId}/people/{personId}/quiet-dismissal': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ({ ...ofPerson(ours), body: { until: null } }),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ({ ...ofPerson(theirs), body: { until: null } }),
    ],
    'a person of theirs in ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => ({
        ...ofPerson({ id: ours.id, personId: theirs.personId }),
        body: { until: null },
      }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ({ ...ofPerson({ ...ours, personId: absent }), body: { until: null } }),
    ],
  },
  'POST /api/workspaces/{workspaceId}/people/{personId}/merge': {
    'a person of theirs into one of ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => ({ ...ofPerson(ours), body: { otherId: theirs.personId } }),
    ],
    'ours with another of ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ({ ...ofPerson(ours), body: { otherId: ours.otherPersonId } }),
    ],
    'more addresses than a person can have': [
      '                                401   401       401     404      404      409#   409#  404',
      ({ ours }) => ({ ...ofPerson(ours), body: { otherId: ours.manyPersonId } }),
    ],
  },
  'POST /api/workspaces/{workspaceId}/people/names': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ({
        params: { workspaceId: ours.id },
        body: { addresses: ['ann@acme.com'] },
      }),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ({
        params: { workspaceId: theirs.id },
        body: { addresses: ['ann@globex.com'] },
      }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ({ params: { workspaceId: absent }, body: { addresses: ['ann@acme.com'] } }),
    ],
  },
  'POST /api/workspaces/{workspaceId}/people/{personId}/separate': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ({ ...ofPerson(ours), body: { address: 'ann@acme.com' } }),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ({ ...ofPerson(theirs), body: { address: 'ann@globex.com' } }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ({
        ...ofPerson({ ...ours, personId: absent }),
        body: { address: 'ann@acme.com' },
      }),
    ],
  },
} satisfies Rows;
