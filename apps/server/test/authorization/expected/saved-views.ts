import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const in_ = (workspaceId: string) => ({ params: { workspaceId } });
const state = { filters: {}, widths: {} };
const create = (workspaceId: string) => ({
  ...in_(workspaceId),
  body: { name: 'New', isShared: true, state },
});
const of = (workspaceId: string, viewId: string) => ({ params: { workspaceId, viewId } });
const rename = (workspaceId: string, viewId: string) => ({
  ...of(workspaceId, viewId),
  body: { name: 'Renamed' },
});
const choose = (workspaceId: string, viewId: string | null) => ({
  ...in_(workspaceId),
  body: { viewId },
});

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const savedViewRows = {
  'GET /api/workspaces/{workspaceId}/views': {
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
  'POST /api/workspaces/{workspaceId}/views': {
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
  'PATCH /api/workspaces/{workspaceId}/views/{viewId}': {
    'shared with ours': [
      '                                401   401       401     404      404      403    200   404',
      ({ ours }) => rename(ours.id, ours.sharedViewId),
    ],
    'private, of a colleague': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => rename(ours.id, ours.privateViewId),
    ],
    'shared with theirs': [
      '                                401   401       401     404      403      404    404   404',
      ({ theirs }) => rename(theirs.id, theirs.sharedViewId),
    ],
    'of theirs, named as of ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => rename(ours.id, theirs.sharedViewId),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => rename(ours.id, absent),
    ],
  },
  'DELETE /api/workspaces/{workspaceId}/views/{viewId}': {
    'shared with ours': [
      '                                401   401       401     404      404      403    200   404',
      ({ ours }) => of(ours.id, ours.sharedViewId),
    ],
    'private, of a colleague': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => of(ours.id, ours.privateViewId),
    ],
    'shared with theirs': [
      '                                401   401       401     404      403      404    404   404',
      ({ theirs }) => of(theirs.id, theirs.sharedViewId),
    ],
    'of theirs, named as of ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => of(ours.id, theirs.sharedViewId),
    ],
  },
  'PUT /api/workspaces/{workspaceId}/default-view': {
    'shared with ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => choose(ours.id, ours.sharedViewId),
    ],
    'private, of a colleague': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => choose(ours.id, ours.privateViewId),
    ],
    'of theirs, named as of ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => choose(ours.id, theirs.sharedViewId),
    ],
    'none, of ours': [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => choose(ours.id, null),
    ],
    'none, of theirs': [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => choose(theirs.id, null),
    ],
  },
} satisfies Rows;
