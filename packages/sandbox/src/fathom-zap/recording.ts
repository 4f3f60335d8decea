export interface RecordingPerson {
  name: string;
  email: string;
}

/** A recorded meeting, before it takes one of the shapes in which it is sent. */
export interface Recording {
  id: string;
  title: string;
  /** ISO 8601. */
  start: string;
  end: string;
  invitees: RecordingPerson[];
  recordedBy: RecordingPerson;
  /** Markdown. */
  summary: string;
  actionItems: { description: string; assignee?: RecordingPerson }[];
  /** Seconds from the beginning. */
  transcript: { speaker: RecordingPerson; text: string; seconds: number }[];
}

const nobody: RecordingPerson = { name: 'Robin Recorder', email: 'robin@example.org' };
export const sampleTitle = 'Getting to know each other';
const lengthMs = 30 * 60 * 1000;

/** A recording of the last half hour, with whatever is given in place of the sample. */
export function sampleRecording(given: Partial<Recording>, now: number): Recording {
  const { recordedBy = nobody } = given;
  const invitees = given.invitees ?? [{ name: 'Casey Client', email: 'casey@acme.com' }];
  const [guest = recordedBy] = invitees;
  return {
    id: String(100_000_000 + (Math.floor(now / 1000) % 100_000_000)),
    title: sampleTitle,
    start: new Date(now - lengthMs).toISOString(),
    end: new Date(now).toISOString(),
    invitees,
    recordedBy,
    summary: `## Summary\n\n${guest.name} told what they need, ${recordedBy.name} what we do.`,
    actionItems: [{ description: 'Send the price list', assignee: recordedBy }],
    transcript: [
      { speaker: recordedBy, text: 'Thank you for taking the time.', seconds: 0 },
      { speaker: guest, text: 'Gladly. Could you send us a price list?', seconds: 4 },
    ],
    ...given,
  };
}
