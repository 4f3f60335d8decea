import { describe, expect, it } from 'vitest';
import { type FirefliesCall, mapCall } from './map-call.ts';

const call: FirefliesCall = { id: 'c', title: ' Kick-off ', date: 1_700_000_000_000, duration: 30 };
const summed = (summary: Exclude<FirefliesCall['summary'], undefined>) =>
  mapCall({ ...call, summary });

describe('a call', () => {
  it.each([
    ['strings', '- Send the offer\n* Call back\n', 'They agreed.'],
    ['lists', ['Send the offer', null, '• Call back'], ['They agreed.', null]],
  ])('is read with its summary as %s', (_, items, overview) => {
    expect(summed({ action_items: items, overview })).toMatchObject({
      summary: 'They agreed.',
      textBody: 'They agreed.',
      metadata: { actionItems: ['Send the offer', 'Call back'] },
    });
  });

  it.each([
    ['no summary', null],
    ['nothing in it', { action_items: null, overview: null, short_summary: '', bullet_gist: [] }],
  ])('is read with %s', (_, summary) => {
    const mapped = summed(summary);
    expect(mapped).toMatchObject({ title: 'Kick-off', summary: '' });
    expect(mapped).not.toHaveProperty('textBody');
    expect(mapped.metadata).not.toHaveProperty('actionItems');
  });

  it('takes the next best text where there is no overview', () => {
    expect(summed({ overview: ' ', short_summary: 'Short.', bullet_gist: 'Gist.' }).summary).toBe(
      'Short.',
    );
  });

  it('begins at its time in milliseconds and lasts minutes', () => {
    const { startTime, endTime } = mapCall({ ...call, date: '1700000000000' });
    expect(startTime?.toISOString()).toBe('2023-11-14T22:13:20.000Z');
    expect(endTime?.toISOString()).toBe('2023-11-14T22:43:20.000Z');
    expect(mapCall({ ...call, duration: null })).not.toHaveProperty('endTime');
  });

  it('has everyone once who is named anywhere, by name where one is known', () => {
    const { participants } = mapCall({
      ...call,
      organizer_email: 'Ann@example.org',
      participants: ['bob@acme.com, eve@acme.com', null, 'ann@example.org', 'no address'],
      meeting_attendees: [
        { email: 'BOB@acme.com', displayName: 'Bob' },
        { email: 'eve@acme.com', displayName: ' ', name: 'Eve' },
        { email: null },
      ],
    });
    expect(participants.map(({ email, name }) => [email, name])).toEqual([
      ['ann@example.org', ''],
      ['bob@acme.com', 'Bob'],
      ['eve@acme.com', 'Eve'],
    ]);
  });

  it('leads to nothing but a web page', () => {
    const linkOf = (transcript_url: string) => mapCall({ ...call, transcript_url }).metadata;
    expect(linkOf('https://app.fireflies.ai/view/c')).toHaveProperty('transcriptUrl');
    expect(linkOf('javascript:alert(1)')).not.toHaveProperty('transcriptUrl');
  });

  it.each([{ date: null }, {}, { date: 'yesterday' }])('is refused with %j', (time) => {
    expect(() => mapCall({ id: 'c', ...time })).toThrow('no usable time');
  });
});
