import { limits } from '@repo/contract/limits';
import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const ofWorkspace = (workspaceId: string) => ({ params: { workspaceId } });
const ofAccount = (accountId: string) => ({ params: { accountId } });
const ofDomain = (id: string) => ({ params: { id } });
const share = (domainId: string, workspaceId: string) => ({ body: { domainId, workspaceId } });
const preview = (domainId: string, workspaceId: string) => ({
  ...ofWorkspace(workspaceId),
  body: { domainIds: [domainId] },
});
const shareAll = (domainId: string, workspaceId: string) => ({
  ...ofWorkspace(workspaceId),
  body: { domains: [{ domainId, name: 'Acme' }] },
});
const setLevel = (domainId: string) => ({ body: { domainIds: [domainId], level: 'activity' } });
const importInto = (workspaceId: string) => ({
  body: { domains: ['hooli.com'], workspaceId, name: 'Hooli' },
});

const asManyAsAllowed = Array.from({ length: limits.trackedDomains }, (_, at) => `d${at}.example`);

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const accountRows = {
  'GET /api/workspaces/{workspaceId}/accounts': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofWorkspace(ours.id),
    ],
    'a part of ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ({ ...ofWorkspace(ours.id), query: { limit: '10', search: 'secret' } }),
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
  'GET /api/workspaces/{workspaceId}/accounts/people': {
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
  'GET /api/accounts/{accountId}': {
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
  'GET /api/accounts/{accountId}/timeline': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofAccount(ours.accountId),
    ],
    'a part of ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ({ ...ofAccount(ours.accountId), query: { limit: '10' } }),
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
  'GET /api/accounts/{accountId}/participants': {
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
  'GET /api/accounts/{accountId}/shares': {
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
  'GET /api/icons/{domain}/{signature}': {
    'the address that was given': [
      '                                204   204       204     204      204      204    204   204',
      ({ iconSignature }) => ({ params: { domain: 'acme.com', signature: iconSignature } }),
    ],
    'another domain with its signature': [
      '                                404   404       404     404      404      404    404   404',
      ({ iconSignature }) => ({ params: { domain: 'globex.com', signature: iconSignature } }),
    ],
  },
  'POST /api/accounts/import': {
    'into no workspace': [
      '                                401   401       401     200      200      200    200   200',
      () => ({ body: { domains: ['hooli.com'] } }),
    ],
    'into ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => importInto(ours.id),
    ],
    'into theirs': [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => importInto(theirs.id),
    ],
    'into none that exists': [
      '                                401   401       401     404      404      404    404   404',
      () => importInto(absent),
    ],
    'more than anyone can track': [
      '                                401   401       401     409#     409#     409#   409#  409#',
      () => ({ body: { domains: asManyAsAllowed } }),
    ],
    'what ours has': [
      '                                401   401       401     404      404      409    409   404',
      ({ ours }) => ({ body: { domains: ['acme.com'], workspaceId: ours.id, name: 'Acme' } }),
    ],
  },
  'GET /api/accounts': {
    'one’s own': [
      '                                401   401       401     200      200      200    200   200',
      () => ({ query: { type: 'domains' } }),
    ],
  },
  'GET /api/accounts/domains/{id}/as-colleagues-see': {
    // A colleague shares it in a workspace of ours.
    'a colleague’s': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ofDomain(ours.colleague.domainId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ofDomain(absent),
    ],
  },
  'DELETE /api/accounts/domains/{id}': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      ({ people }, caller) => ofDomain(people[caller].domainId),
    ],
    'a colleague’s': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ofDomain(ours.colleague.domainId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => ofDomain(absent),
    ],
  },
  'POST /api/accounts/domains/share': {
    'own with ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ people, ours }, caller) => share(people[caller].domainId, ours.id),
    ],
    'own with theirs': [
      '                                401   401       401     404      200      404    404   404',
      ({ people, theirs }, caller) => share(people[caller].domainId, theirs.id),
    ],
    'own with none that exists': [
      '                                401   401       401     404      404      404    404   404',
      ({ people }, caller) => share(people[caller].domainId, absent),
    ],
    'a colleague’s with ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => share(ours.colleague.domainId, ours.id),
    ],
    'a colleague’s with theirs': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => share(ours.colleague.domainId, theirs.id),
    ],
    'absent with ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => share(absent, ours.id),
    ],
  },
  'POST /api/workspaces/{workspaceId}/shares/preview': {
    'own with ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ people, ours }, caller) => preview(people[caller].domainId, ours.id),
    ],
    'own with theirs': [
      '                                401   401       401     404      200      404    404   404',
      ({ people, theirs }, caller) => preview(people[caller].domainId, theirs.id),
    ],
    'a colleague’s with ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => preview(ours.colleague.domainId, ours.id),
    ],
    'own with none that exists': [
      '                                401   401       401     404      404      404    404   404',
      ({ people }, caller) => preview(people[caller].domainId, absent),
    ],
  },
  'POST /api/workspaces/{workspaceId}/shares': {
    'own with ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ people, ours }, caller) => shareAll(people[caller].domainId, ours.id),
    ],
    'own with theirs': [
      '                                401   401       401     404      200      404    404   404',
      ({ people, theirs }, caller) => shareAll(people[caller].domainId, theirs.id),
    ],
    'own with none that exists': [
      '                                401   401       401     404      404      404    404   404',
      ({ people }, caller) => shareAll(people[caller].domainId, absent),
    ],
    // The response reports it as not found.
    'a colleague’s with ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => shareAll(ours.colleague.domainId, ours.id),
    ],
  },
  'PUT /api/accounts/domains/level': {
    own: [
      '                                401   401       401     200      200      200    200   200',
      ({ people }, caller) => setLevel(people[caller].domainId),
    ],
    // The response reports it as not found.
    'a colleague’s': [
      '                                401   401       401     200      200      200    200   200',
      ({ ours }) => setLevel(ours.colleague.domainId),
    ],
    absent: [
      '                                401   401       401     200      200      200    200   200',
      () => setLevel(absent),
    ],
  },
  'DELETE /api/accounts/domains/unshare': {
    'the owner’s from ours, which it is shared with': [
      '                                401   401       401     404      404      404    200   404',
      ({ ours }) => share(ours.sharedDomainId, ours.id),
    ],
    'the owner’s from theirs, which it is not shared with': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => share(ours.sharedDomainId, theirs.id),
    ],
    'own from ours, which it is not shared with': [
      '                                401   401       401     404      404      404    404   404',
      ({ people, ours }, caller) => share(people[caller].domainId, ours.id),
    ],
    'a colleague’s from ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => share(ours.colleague.domainId, ours.id),
    ],
    'absent from ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => share(absent, ours.id),
    ],
  },
  'GET /api/accounts/discover': {
    'one’s own': [
      '                                401   401       401     200      200      200    200   200',
      () => ({ query: { progress: 'true' } }),
    ],
  },
  'POST /api/accounts/preview': {
    'one’s own': [
      '                                401   401       401     200      200      200    200   200',
      () => ({ body: { domains: ['hooli.com'] } }),
    ],
    'after too many': [
      '                                401   401       401     429      429      429    429   429',
      () => ({ body: { domains: ['hooli.com'] } }),
      'exhausted',
    ],
  },
} satisfies Rows;
