import { shapes, toPayload } from '@repo/sandbox/fathom-zap/payloads';
import { sampleRecording } from '@repo/sandbox/fathom-zap/recording';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startProcessorTime } from '#test/processor-time.ts';
import { UnusableDeliveryError } from '#modules/integrations/provider.ts';
import { mapRecording } from './map-recording.ts';

const now = Date.parse('2026-03-02T15:30:00Z');
const recording = sampleRecording(
  {
    invitees: [
      { name: 'Casey Client', email: 'casey@acme.com' },
      { name: 'Dana Client', email: 'dana@acme.com' },
    ],
  },
  now,
);

describe.each(shapes)('a recording in the shape %s', (shape) => {
  const { activity, transcript } = mapRecording(toPayload(recording, shape));

  it('is a call with its time, people and summary', () => {
    expect(activity).toMatchObject({
      externalId: recording.id,
      key: `fathom:${recording.id}`,
      type: 'call',
      title: recording.title,
      occurredAt: new Date(recording.start),
      startTime: new Date(recording.start),
      endTime: new Date(recording.end),
      metadata: {
        durationFormatted: '30 min',
        transcriptUrl: `https://fathom.video/share/${recording.id}`,
      },
    });
    expect(activity.participants.map(({ email, name }) => `${name} <${email}>`).sort()).toEqual([
      'Casey Client <casey@acme.com>',
      'Dana Client <dana@acme.com>',
      'Robin Recorder <robin@example.org>',
    ]);
    expect(activity.summary).toMatch(/^Summary\n\nCasey Client told/);
  });

  it('has a transcript', () => {
    expect(transcript.map(({ speaker_name: name, text }) => [name, text])).toEqual([
      ['Robin Recorder', 'Thank you for taking the time.'],
      ['Casey Client', 'Gladly. Could you send us a price list?'],
    ]);
  });
});

describe('what a Zap may do to a recording', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('names fields a little otherwise', () => {
    const { activity } = mapRecording({
      data: {
        'Meeting Title': 'Renamed',
        'Meeting - Scheduled Start Time': '2026-03-02T10:00:00-05:00',
        'Meeting Invitees Email': 'casey@acme.com; dana@acme.com',
        'Share URL': 'https://fathom.video/share/abc',
      },
    });
    expect(activity).toMatchObject({
      externalId: 'abc',
      title: 'Renamed',
      occurredAt: new Date('2026-03-02T15:00:00Z'),
    });
    expect(activity.participants).toHaveLength(2);
  });

  it('leaves out everything but a time and an address, and means the same each time', () => {
    const least = { start_time: '2026-03-02T15:00:00Z', attendees: ['casey@acme.com'] };
    const ids = [mapRecording(least), mapRecording({ ...least })].map(
      ({ activity }) => activity.externalId,
    );
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    ['2026-03-02T15:00:00Z', '2026-03-02T15:00:00.000Z'],
    ['2026-03-02T10:00:00.000-05:00', '2026-03-02T15:00:00.000Z'],
    ['2026-03-02 10:00 AM EST', '2026-03-02T15:00:00.000Z'],
    ['Mon Mar 02 2026 16:00:00 GMT+0100 (CET)', '2026-03-02T15:00:00.000Z'],
    ['2026-03-02T15:00:00', '2026-03-02T15:00:00.000Z'],
    ['March 2, 2026 3:00 PM', '2026-03-02T15:00:00.000Z'],
    ['1772463600', '2026-03-02T15:00:00.000Z'],
    [1_772_463_600_000, '2026-03-02T15:00:00.000Z'],
    ['2026-03-02', '2026-03-02T05:00:00.000Z'],
    ['2027-01-01T00:30:00+05:00', '2026-12-31T19:30:00.000Z'],
  ])('tells its time as %s, wherever the server stands', (start_time, instant) => {
    vi.stubEnv('TZ', 'Pacific/Honolulu');
    const { activity } = mapRecording({ start_time, attendees: 'casey@acme.com' });
    expect(activity.occurredAt.toISOString()).toBe(instant);
  });

  it.each<[string, (text: string) => object]>([
    ['a summary', (text) => ({ summary: `a${text}b` })],
    ['a time', (text) => ({ created_at: text, date: text })],
    ['a transcript', (text) => ({ transcript: `a${text}b` })],
    [
      'a name of a field',
      (text) => ({ [text]: Object.fromEntries([...'abcdefgh'].map((a) => [a, a])) }),
    ],
  ])('takes no longer than it is, with %s that leads nowhere', (_what, fieldsWith) => {
    const texts = ['[', '[a](', 'z(', '\n', ' ', '* ', '<', '**', ': '];
    const time = startProcessorTime();
    for (const text of texts) {
      const payload = { attendees: 'casey@acme.com', ...fieldsWith(text.repeat(100_000)) };
      expect(() => mapRecording(payload)).toThrow('no time');
      mapRecording({ ...payload, start_time: '2026-03-02T15:00:00Z' });
    }
    // For nine texts of 100,000 to 400,000 characters; each took 10 s and more in quadratic time.
    expect(time()).toBeLessThan(2_000);
  });

  it('names who is to do what', () => {
    const { activity } = mapRecording(toPayload(recording, 'own'));
    expect(activity.metadata?.actionItems).toEqual(['Send the price list (Robin Recorder)']);
  });

  it('tells when each sentence was said', () => {
    const { transcript } = mapRecording(toPayload(recording, 'own'));
    expect(transcript.map(({ start_time: start }) => start)).toEqual([0, 4]);
  });

  it.each([
    ['no time', { title: 'x', attendees: 'casey@acme.com' }, 'no time'],
    ['a time that is none', { start_time: 'soon', attendees: 'casey@acme.com' }, 'no time'],
    ['a day of no year', { start_time: 'Mar 2, 3:00 PM', attendees: 'casey@acme.com' }, 'no time'],
    ['words with a number', { date: 'Sprint 3', attendees: 'casey@acme.com' }, 'no time'],
    ['nobody', { start_time: '2026-03-02T15:00:00Z', attendees: 'Casey' }, 'No participant'],
    ['nothing', null, 'no time'],
    ['a text', 'hello', 'no time'],
  ])('cannot be used with %s', (_, payload, reason) => {
    expect(() => mapRecording(payload)).toThrow(UnusableDeliveryError);
    expect(() => mapRecording(payload)).toThrow(reason);
  });
});
