import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const ofWorkspace = ({ id }: { id: string }) => ({ params: { workspaceId: id } });
const ofMail = (workspace: { id: string; conversationId: string }) => ({
  params: { workspaceId: workspace.id, activityId: workspace.conversationId.split('.')[1] ?? '' },
});
const ofMeeting = (workspace: { id: string; meetingId: string }) => ({
  params: { workspaceId: workspace.id, activityId: workspace.meetingId },
});

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const todayRows = {
  'GET /api/workspaces/{workspaceId}/today': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofWorkspace(ours),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofWorkspace(theirs),
    ],
  },
  'POST /api/workspaces/{workspaceId}/today/visit': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofWorkspace(ours),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofWorkspace(theirs),
    ],
  },
  'PUT /api/workspaces/{workspaceId}/today/conversations/{activityId}': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ({ ...ofMail(ours), body: { remindOn: null } }),
    ],
    'of theirs in ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => ({
        ...ofMail({ ...theirs, id: ours.id }),
        body: { remindOn: null },
      }),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ({ ...ofMail(theirs), body: { remindOn: null } }),
    ],
  },
  'DELETE /api/workspaces/{workspaceId}/today/conversations/{activityId}': {
    ours: [
      '                                401   401       401     404      404      200    200   404',
      ({ ours }) => ofMail(ours),
    ],
    'of theirs in ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => ofMail({ ...theirs, id: ours.id }),
    ],
    theirs: [
      '                                401   401       401     404      200      404    404   404',
      ({ theirs }) => ofMail(theirs),
    ],
  },
  'GET /api/workspaces/{workspaceId}/today/meetings/{activityId}': {
    // In the owner's calendar, and in no other.
    ours: [
      '                                401   401       401     404      404      404    200   404',
      ({ ours }) => ofMeeting(ours),
    ],
    'of theirs in ours': [
      '                                401   401       401     404      404      404    404   404',
      ({ ours, theirs }) => ofMeeting({ ...theirs, id: ours.id }),
    ],
    theirs: [
      '                                401   401       401     404      404      404    404   404',
      ({ theirs }) => ofMeeting(theirs),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      ({ ours }) => ofMeeting({ ...ours, meetingId: absent }),
    ],
  },
} satisfies Rows;
