import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const row = { domain: 'imported.example.org', name: 'Imported', owner: '', note: '' };
const into = (workspaceId: string, owner = '') => ({
  params: { workspaceId },
  body: { rows: [{ ...row, owner }] },
});

const upsert = (workspaceId: string, body: object = { name: 'Imported', note: 'New' }) => ({
  params: { workspaceId, domain: 'imported.example.org' },
  body,
});

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const accountImportRows = {
  'PUT /api/workspaces/{workspaceId}/accounts/by-domain/{domain}': {
    'a new domain of ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => upsert(ours.id),
    ],
    'ours, with someone who is no member as owner': [
      '                                401   401       401     404      404      400    400   404',
      ({ ours, theirs }) => upsert(ours.id, { ownerId: theirs.owner.id }),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => upsert(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => upsert(absent),
    ],
    'no domain': [
      '                                401   401       401     404      404      400    400   404',
      ({ ours }) => ({ ...upsert(ours.id), params: { workspaceId: ours.id, domain: 'none' } }),
    ],
  },
  'POST /api/workspaces/{workspaceId}/account-import/preview': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => into(ours.id),
    ],
    'ours, with someone who is no member as owner': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours, theirs }) => into(ours.id, theirs.owner.email),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => into(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => into(absent),
    ],
  },
  'POST /api/workspaces/{workspaceId}/account-import': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => into(ours.id),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => into(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => into(absent),
    ],
  },
} satisfies Rows;
