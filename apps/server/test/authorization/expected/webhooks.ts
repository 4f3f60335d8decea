import type { Rows } from '../table.ts';
import { absent } from '../world.ts';

const url = 'https://receiver.example/hook';
const in_ = (workspaceId: string) => ({ params: { workspaceId } });
const create = (workspaceId: string, address = url) => ({
  ...in_(workspaceId),
  body: { name: 'New', url: address, events: ['account.created'] },
});
const of = (workspaceId: string, webhookId: string) => ({ params: { workspaceId, webhookId } });
const change = (workspaceId: string, webhookId: string, address = url) => ({
  ...of(workspaceId, webhookId),
  body: { url: address },
});
const replay = (workspaceId: string, webhookId: string, deliveryId: string) => ({
  params: { workspaceId, webhookId, deliveryId },
});

/*                                     signed          in-                          adminis-
                                       out   expired   active  stranger outsider member owner trator */
export const webhookRows = {
  'GET /api/workspaces/{workspaceId}/webhooks': {
    ours: [
      '                                401   401       401     404      404      403    200   404',
      ({ ours }) => in_(ours.id),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   404',
      ({ theirs }) => in_(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => in_(absent),
    ],
  },
  'POST /api/workspaces/{workspaceId}/webhooks': {
    ours: [
      '                                401   401       401     404      404      403    200   404',
      ({ ours }) => create(ours.id),
    ],
    'ours, to an address inside': [
      '                                401   401       401     404      404      403    400   404',
      ({ ours }) => create(ours.id, 'https://127.0.0.1/hook'),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   404',
      ({ theirs }) => create(theirs.id),
    ],
    absent: [
      '                                401   401       401     404      404      404    404   404',
      () => create(absent),
    ],
  },
  'PATCH /api/workspaces/{workspaceId}/webhooks/{webhookId}': {
    ours: [
      '                                401   401       401     404      404      403    200   404',
      ({ ours }) => change(ours.id, ours.hookId),
    ],
    'ours, to an address inside': [
      '                                401   401       401     404      404      403    400   404',
      ({ ours }) => change(ours.id, ours.hookId, 'http://receiver.example'),
    ],
    'theirs as ours': [
      '                                401   401       401     404      404      403    404   404',
      ({ ours, theirs }) => change(ours.id, theirs.hookId),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   404',
      ({ theirs }) => change(theirs.id, theirs.hookId),
    ],
  },
  'DELETE /api/workspaces/{workspaceId}/webhooks/{webhookId}': {
    ours: [
      '                                401   401       401     404      404      403    200   404',
      ({ ours }) => of(ours.id, ours.secondHookId),
    ],
    'theirs as ours': [
      '                                401   401       401     404      404      403    404   404',
      ({ ours, theirs }) => of(ours.id, theirs.hookId),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   404',
      ({ theirs }) => of(theirs.id, theirs.hookId),
    ],
  },
  'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/secret': {
    ours: [
      '                                401   401       401     404      404      403    200   404',
      ({ ours }) => of(ours.id, ours.hookId),
    ],
    'theirs as ours': [
      '                                401   401       401     404      404      403    404   404',
      ({ ours, theirs }) => of(ours.id, theirs.hookId),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   404',
      ({ theirs }) => of(theirs.id, theirs.hookId),
    ],
  },
  'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/test': {
    ours: [
      '                                401   401       401     404      404      403    200   404',
      ({ ours }) => of(ours.id, ours.hookId),
    ],
    'theirs as ours': [
      '                                401   401       401     404      404      403    404   404',
      ({ ours, theirs }) => of(ours.id, theirs.hookId),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   404',
      ({ theirs }) => of(theirs.id, theirs.hookId),
    ],
  },
  'GET /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries': {
    ours: [
      '                                401   401       401     404      404      403    200   404',
      ({ ours }) => of(ours.id, ours.hookId),
    ],
    'theirs as ours': [
      '                                401   401       401     404      404      403    404   404',
      ({ ours, theirs }) => of(ours.id, theirs.hookId),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   404',
      ({ theirs }) => of(theirs.id, theirs.hookId),
    ],
  },
  'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay': {
    ours: [
      '                                401   401       401     404      404      403    200   404',
      ({ ours }) => replay(ours.id, ours.hookId, ours.deliveryId),
    ],
    'theirs as ours': [
      '                                401   401       401     404      404      403    404   404',
      ({ ours, theirs }) => replay(ours.id, ours.hookId, theirs.deliveryId),
    ],
    theirs: [
      '                                401   401       401     404      403      404    404   404',
      ({ theirs }) => replay(theirs.id, theirs.hookId, theirs.deliveryId),
    ],
  },
} satisfies Rows;
