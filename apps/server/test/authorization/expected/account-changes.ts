import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const ofAccount = (accountId: string) => ({ params: { accountId } });
const rename = (accountId: string) => ({ ...ofAccount(accountId), body: { name: 'Renamed' } });
const noOwner = (accountId: string) => ({ ...ofAccount(accountId), body: { userId: null } });
const noOwners = (workspaceId: string, accountId: string) => ({
  params: { workspaceId },
  body: { changes: [{ accountId, userId: null }] },
});
const note = (accountId: string) => ({
  ...ofAccount(accountId),
  body: { note: 'Noted', replaces: '' },
});
const newDomain = (accountId: string) => ({
  ...ofAccount(accountId),
  body: { domain: 'another-domain.example.org' },
});
const into = (accountId: string, intoAccountId: string) => ({
  ...ofAccount(accountId),
  body: { intoAccountId },
});
const ofDomain = (accountId: string, domain: string) => ({ params: { accountId, domain } });
const ofWorkspace = (workspaceId: string) => ({ params: { workspaceId } });
const ofDeleted = (workspaceId: string, accountId: string) => ({
  params: { workspaceId, accountId },
});
const deletedInto = (workspaceId: string, accountId: string, intoAccountId: string) => ({
  ...ofDeleted(workspaceId, accountId),
  body: { intoAccountId },
});

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const accountChangeRows = {
  'PATCH /api/accounts/{accountId}': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => rename(ours.accountId),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => rename(theirs.accountId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => rename(absent),
    ],
  },
  'PUT /api/accounts/{accountId}/owner': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => noOwner(ours.accountId),
    ],
    'ours, to someone who is no member': [
      '                                401   401       401     404      404      400    400   404',
      ({ ours, theirs }) => ({
        ...ofAccount(ours.accountId),
        body: { userId: theirs.owner.id },
      }),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => noOwner(theirs.accountId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => noOwner(absent),
    ],
  },
  'PUT /api/workspaces/{workspaceId}/accounts/owners': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => noOwners(ours.id, ours.accountId),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => noOwners(theirs.id, theirs.accountId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => noOwners(absent, ours.accountId),
    ],
  },
  'PUT /api/accounts/{accountId}/note': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => note(ours.accountId),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => note(theirs.accountId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => note(absent),
    ],
  },
  'GET /api/accounts/{accountId}/note-versions': {
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
  'POST /api/accounts/{accountId}/domains': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => newDomain(ours.accountId),
    ],
    'ours, a domain of another account': [
      '                                401   401       401     404      404      409    409   404',
      ({ ours }) => ({ ...ofAccount(ours.accountId), body: { domain: 'initech.com' } }),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => newDomain(theirs.accountId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => newDomain(absent),
    ],
  },
  'DELETE /api/accounts/{accountId}/domains/{domain}': {
    'the primary domain of ours': [
      '                                401   401       401     404      404      409    409   404',
      ({ ours }) => ofDomain(ours.accountId, 'acme.com'),
    ],
    'a domain that ours does not have': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ofDomain(ours.accountId, 'nowhere.example'),
    ],
    'the primary domain of theirs': [
      '                                401   401       401     404      409      404    404   404',
      ({ theirs }) => ofDomain(theirs.accountId, 'globex.com'),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ofDomain(absent, 'nowhere.example'),
    ],
  },
  'PUT /api/accounts/{accountId}/primary-domain': {
    'ours, as it is': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ({ ...ofAccount(ours.accountId), body: { domain: 'acme.com' } }),
    ],
    'theirs, as it is': [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ({ ...ofAccount(theirs.accountId), body: { domain: 'globex.com' } }),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ({ ...ofAccount(absent), body: { domain: 'nowhere.example' } }),
    ],
  },
  'POST /api/accounts/{accountId}/merge': {
    'one of ours into another': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => into(ours.otherAccountId, ours.accountId),
    ],
    'one of theirs into another': [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => into(theirs.otherAccountId, theirs.accountId),
    ],
    'ours into theirs': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => into(ours.accountId, theirs.accountId),
    ],
    'theirs into ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => into(theirs.accountId, ours.accountId),
    ],
    'ours into a deleted one': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => into(ours.accountId, ours.deletedAccountId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => into(absent, ours.accountId),
    ],
  },
  'GET /api/accounts/{accountId}/merged-into': {
    'merged in ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofAccount(ours.mergedAccountId),
    ],
    'merged in theirs': [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofAccount(theirs.mergedAccountId),
    ],
    'ours, which is not merged': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ofAccount(ours.accountId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ofAccount(absent),
    ],
  },
  'DELETE /api/accounts/{accountId}': {
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
  'GET /api/workspaces/{workspaceId}/deleted-accounts': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofWorkspace(ours.id),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofWorkspace(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ofWorkspace(absent),
    ],
  },
  'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore': {
    'deleted in ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofDeleted(ours.id, ours.deletedAccountId),
    ],
    'deleted in theirs': [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofDeleted(theirs.id, theirs.deletedAccountId),
    ],
    'deleted in theirs, named as of ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => ofDeleted(ours.id, theirs.deletedAccountId),
    ],
    'not deleted': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ofDeleted(ours.id, ours.accountId),
    ],
  },
  'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge': {
    'deleted in ours, into ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => deletedInto(ours.id, ours.deletedAccountId, ours.accountId),
    ],
    'deleted in theirs, into theirs': [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => deletedInto(theirs.id, theirs.deletedAccountId, theirs.accountId),
    ],
    'deleted in ours, into theirs': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => deletedInto(ours.id, ours.deletedAccountId, theirs.accountId),
    ],
    'deleted in theirs, named as of ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => deletedInto(ours.id, theirs.deletedAccountId, ours.accountId),
    ],
    'not deleted': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => deletedInto(ours.id, ours.otherAccountId, ours.accountId),
    ],
  },
} satisfies Rows;
