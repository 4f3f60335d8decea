import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const in_ = (workspaceId: string) => ({ params: { workspaceId } });
const counted = (workspaceId: string) => ({
  ...in_(workspaceId),
  query: { includeCounts: 'true' },
});
const create = (workspaceId: string) => ({ ...in_(workspaceId), body: { name: 'New' } });
const of = (workspaceId: string, tagId: string) => ({ params: { workspaceId, tagId } });
const rename = (workspaceId: string, tagId: string) => ({
  ...of(workspaceId, tagId),
  body: { name: 'Renamed', color: 'pink' },
});
const untag = (workspaceId: string, accountId: string, tagId: string) => ({
  ...in_(workspaceId),
  body: { changes: [{ accountId, remove: [tagId] }] },
});

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const tagRows = {
  'GET /api/workspaces/{workspaceId}/tags': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => in_(ours.id),
    ],
    'ours, counted': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => counted(ours.id),
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
  'POST /api/workspaces/{workspaceId}/tags': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => create(ours.id),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => create(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => create(absent),
    ],
  },
  'PATCH /api/workspaces/{workspaceId}/tags/{tagId}': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => rename(ours.id, ours.tagId),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => rename(theirs.id, theirs.tagId),
    ],
    'of theirs, named as of ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => rename(ours.id, theirs.tagId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => rename(ours.id, absent),
    ],
  },
  'DELETE /api/workspaces/{workspaceId}/tags/{tagId}': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => of(ours.id, ours.tagId),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => of(theirs.id, theirs.tagId),
    ],
    'of theirs, named as of ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => of(ours.id, theirs.tagId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => of(ours.id, absent),
    ],
  },
  'PUT /api/workspaces/{workspaceId}/accounts/tags': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => untag(ours.id, ours.accountId, ours.tagId),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => untag(theirs.id, theirs.accountId, theirs.tagId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => untag(absent, ours.accountId, ours.tagId),
    ],
  },
} satisfies Rows;
