import { within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { account, conversation, detail, messages } from '#test/account-samples.ts';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { openPage, panel, setUpAccount } from '#test/open-account.ts';

const ACTIVITY = 'GET /api/activities/{activityId}';

setUpAccount();

describe('a conversation of which the server left out a text', () => {
  const [first, second] = messages;
  if (first === undefined || second === undefined) throw new Error('There are no messages.');
  const parts = {
    ...conversation,
    accountId: account.id,
    activities: [
      { ...detail(first, { plainTextBody: '', htmlBody: '' }), isShortened: true },
      detail(second, { plainTextBody: 'The last text' }),
    ],
  };
  const openFirst = async () => {
    const { user } = openPage(`?activity=${conversation.id}`);
    const opened = within(await panel('Conversation'));
    const earlier = within(await opened.findByRole('list', { name: 'Earlier messages' }));
    await user.click(earlier.getByRole('button'));
    return { user, opened };
  };

  test('requests it when it is opened', async () => {
    const requested: (string | undefined)[] = [];
    mockEndpoint(ACTIVITY, ({ params }) => {
      requested.push(params['activityId']);
      return {
        activity:
          params['activityId'] === conversation.id
            ? parts
            : detail(first, { plainTextBody: 'The first text in full' }),
      };
    });
    const { opened } = await openFirst();
    expect(await opened.findByText('The first text in full')).toBeDefined();
    expect(opened.queryByRole('alert')).toBeNull();
    expect(requested).toEqual([conversation.id, first.id]);
  });

  test('says that it could not be loaded, and requests it again', async () => {
    let isBroken = true;
    mockEndpoint(ACTIVITY, ({ params }) => {
      if (params['activityId'] === conversation.id) return { activity: parts };
      return isBroken
        ? failure('UNKNOWN_ERROR', 'Internal server error')
        : { activity: detail(first, { plainTextBody: 'The first text in full' }) };
    });
    const { user, opened } = await openFirst();
    expect(await opened.findByText('The text of this message could not be loaded.')).toBeDefined();
    await expectAccessible();
    isBroken = false;
    await user.click(opened.getByRole('button', { name: 'Try Again' }));
    expect(await opened.findByText('The first text in full')).toBeDefined();
    expect(opened.queryByText('The text of this message could not be loaded.')).toBeNull();
  });
});

describe('a conversation of which only the newest messages came', () => {
  const [first, second] = messages;
  if (first === undefined || second === undefined) throw new Error('There are no messages.');
  const parts = {
    ...conversation,
    accountId: account.id,
    activityCount: 3,
    activities: [first, second].map((one) => detail(one, { plainTextBody: 'A text' })),
  };
  const earliest = detail(
    {
      ...first,
      id: '0192f0c0-0000-7000-8000-00000000000e',
      occurredAt: '2020-01-02T03:04:05.000Z',
    },
    { plainTextBody: 'The very first text' },
  );

  test('loads the earlier ones, and says when they cannot be loaded', async () => {
    const requested: unknown[] = [];
    let isBroken = true;
    mockEndpoint(ACTIVITY, ({ query }) => {
      if (query['before'] === undefined) return { activity: parts };
      requested.push(query['before']);
      if (isBroken) return failure('UNKNOWN_ERROR', 'Internal server error');
      return { activity: { ...parts, activities: [earliest] } };
    });
    const { user } = openPage(`?activity=${conversation.id}`);
    const opened = within(await panel('Conversation'));
    await user.click(await opened.findByRole('button', { name: 'Load 1 earlier' }));
    expect(await opened.findByText('The earlier messages could not be loaded.')).toBeDefined();
    await expectAccessible();
    isBroken = false;
    await user.click(opened.getByRole('button', { name: 'Try Again' }));
    const earlier = within(await opened.findByRole('list', { name: 'Earlier messages' }));
    await vi.waitFor(() => expect(earlier.getAllByRole('button')).toHaveLength(2));
    await user.click(earlier.getAllByRole('button')[0] as HTMLElement);
    expect(await opened.findByText('The very first text')).toBeDefined();
    expect(opened.queryByRole('button', { name: /Load/ })).toBeNull();
    const position = `${new Date(first.occurredAt).toISOString()}_${first.id}`;
    expect(new Set(requested)).toEqual(new Set([position]));
  });
});
