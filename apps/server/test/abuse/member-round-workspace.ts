import type { Call } from './member-call.ts';

/** Today; no conversation has this id, so none is hidden. */
export async function todayRound(call: Call, workspaceId: string): Promise<void> {
  await call('GET /api/workspaces/{workspaceId}/today', { params: { workspaceId } });
  await call('POST /api/workspaces/{workspaceId}/today/visit', { params: { workspaceId } });
  const absent = {
    params: { workspaceId, activityId: '0192f0c0-0000-7000-8000-000000000000' },
    expected: 404,
  };
  await call('PUT /api/workspaces/{workspaceId}/today/conversations/{activityId}', {
    ...absent,
    body: { remindOn: null },
  });
  await call('DELETE /api/workspaces/{workspaceId}/today/conversations/{activityId}', absent);
  await call('GET /api/workspaces/{workspaceId}/today/meetings/{activityId}', absent);
}

/** The people of an account: while it is being shared again, there may be none. */
export async function peopleRound(
  call: Call,
  workspaceId: string,
  ofAccount: { params: Record<string, string> },
): Promise<void> {
  const listed = await call('GET /api/accounts/{accountId}/people', ofAccount);
  const [one, two] = (listed['people'] ?? []) as { id: string; addresses: string[] }[];
  await call('GET /api/accounts/{accountId}/people', {
    ...ofAccount,
    query: { search: 'person', goingQuiet: 'true' },
    of: 'a search',
  });
  await call('GET /api/accounts/{accountId}/network', ofAccount);
  await call('GET /api/accounts/{accountId}/relationship', ofAccount);
  await call('PUT /api/accounts/{accountId}/quiet-dismissal', {
    ...ofAccount,
    body: { until: null },
  });
  await call('GET /api/workspaces/{workspaceId}/quiet-people', { params: { workspaceId } });
  await call('GET /api/workspaces/{workspaceId}/changes/accounts', { params: { workspaceId } });
  await call('GET /api/workspaces/{workspaceId}/changes/activities', { params: { workspaceId } });
  await call('GET /api/workspaces/{workspaceId}/changes/people', { params: { workspaceId } });
  const absent = ofAccount.params['accountId'] ?? '';
  await call('GET /api/workspaces/{workspaceId}/people', {
    params: { workspaceId },
    query: { search: 'person', like: one?.id ?? absent },
  });
  await call('POST /api/workspaces/{workspaceId}/people/names', {
    params: { workspaceId },
    body: { addresses: [one?.addresses[0] ?? 'nobody@large.example'] },
  });
  const ofPerson = { params: { workspaceId, personId: one?.id ?? absent } };
  // The noisy member may withdraw the user between two requests.
  const expected = one === undefined ? 404 : 200;
  const of = '/api/workspaces/{workspaceId}/people/{personId}';
  await call(`GET ${of}`, { ...ofPerson, expected });
  await call(`GET ${of}/timeline`, ofPerson);
  await call(`PUT ${of}/visibility`, { ...ofPerson, body: { isHidden: null }, expected });
  const until = { ...ofPerson, body: { until: null }, expected };
  await call(`PUT ${of}/quiet-dismissal`, until);
  const ofBoth = { ...ofPerson, expected: two === undefined ? 404 : 200 };
  await call(`POST ${of}/merge`, { ...ofBoth, body: { otherId: two?.id ?? absent } });
  const body = { address: two?.addresses[0] ?? 'nobody@large.example' };
  await call(`POST ${of}/separate`, { ...ofBoth, body });
}

/** A member may not see the webhooks of the workspace. */
export async function webhooksRound(call: Call, workspaceId: string, someId: string) {
  const inWorkspace = { params: { workspaceId }, expected: 403 };
  const ofWebhook = { params: { workspaceId, webhookId: someId }, expected: 403 };
  await call('GET /api/workspaces/{workspaceId}/webhooks', inWorkspace);
  await call('POST /api/workspaces/{workspaceId}/webhooks', { ...inWorkspace, body: {} });
  await call('PATCH /api/workspaces/{workspaceId}/webhooks/{webhookId}', {
    ...ofWebhook,
    body: {},
  });
  await call('DELETE /api/workspaces/{workspaceId}/webhooks/{webhookId}', ofWebhook);
  await call('POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/secret', ofWebhook);
  await call('POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/test', ofWebhook);
  await call('GET /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries', ofWebhook);
  await call(
    'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    {
      params: { workspaceId, webhookId: someId, deliveryId: someId },
      expected: 403,
    },
  );
}
