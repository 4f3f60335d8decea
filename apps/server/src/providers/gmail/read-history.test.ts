import { expect, it } from 'vitest';
import { readHistory } from './read-history.ts';

it('heeds what makes or unmakes an activity, and nothing else', () => {
  const message = (id: string) => ({ message: { id } });
  const records = [
    { messagesAdded: [message('new')] },
    { labelsAdded: [{ ...message('starred'), labelIds: ['STARRED'] }] },
    { labelsRemoved: [{ ...message('read'), labelIds: ['UNREAD'] }] },
    { labelsAdded: [{ ...message('trashed'), labelIds: ['TRASH'] }] },
    { labelsRemoved: [{ ...message('sent'), labelIds: ['DRAFT'] }] },
    { messagesAdded: [message('brief')] },
    { messagesDeleted: [message('brief'), message('old')] },
    { messagesAdded: [message('new')] },
  ];
  expect(readHistory(records)).toEqual({
    changed: ['new', 'trashed', 'sent'],
    removed: ['brief', 'old'],
  });
});
