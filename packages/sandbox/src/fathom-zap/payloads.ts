import type { Recording } from './recording.ts';

/**
 * The shapes in which recordings arrive: what Zapier's templates send as flat strings or nested,
 * and Fathom's own webhook. There is no official list of the first two; these were seen.
 */
export const shapes = ['flat', 'nested', 'own'] as const;
export type Shape = (typeof shapes)[number];

export function toPayload(recording: Recording, shape: Shape): Record<string, unknown> {
  switch (shape) {
    case 'flat':
      return flatPayload(recording);
    case 'nested':
      return nestedPayload(recording);
    case 'own':
      return ownPayload(recording);
  }
}

function flatPayload(recording: Recording): Record<string, string> {
  const { id, title, start, end, invitees, recordedBy, summary } = recording;
  return {
    id,
    meeting_title: title,
    meeting_scheduled_start_time: start,
    meeting_scheduled_end_time: end,
    meeting_invitees_name: invitees.map(({ name }) => name).join(', '),
    meeting_invitees_email: invitees.map(({ email }) => email).join(', '),
    fathom_user_email: recordedBy.email,
    fathom_user_name: recordedBy.name,
    recording_url: recordingUrl(recording),
    recording_share_url: shareUrl(recording),
    recording_duration_in_minutes: String(minutesOf(recording)),
    transcript_plaintext: plainTranscript(recording),
    ai_summary: summary,
  };
}

function nestedPayload(recording: Recording): Record<string, unknown> {
  const { id, title, start, end, invitees, recordedBy, summary } = recording;
  return {
    topic: title,
    shareId: id,
    recording: {
      url: recordingUrl(recording),
      share_url: shareUrl(recording),
      duration_in_minutes: minutesOf(recording),
    },
    meeting: { title, scheduled_start_time: start, scheduled_end_time: end, invitees },
    fathom_user: recordedBy,
    transcript: { plaintext: plainTranscript(recording) },
    ai_summary: summary,
  };
}

function ownPayload(recording: Recording): Record<string, unknown> {
  const { id, title, start, end, invitees, recordedBy, summary, actionItems } = recording;
  const ownDomain = domainOf(recordedBy.email);
  return {
    title,
    meeting_title: title,
    recording_id: Number(id),
    url: recordingUrl(recording),
    share_url: shareUrl(recording),
    created_at: end,
    scheduled_start_time: start,
    scheduled_end_time: end,
    recording_start_time: start,
    recording_end_time: end,
    transcript: recording.transcript.map(({ speaker, text, seconds }) => ({
      speaker: { display_name: speaker.name, matched_calendar_invitee_email: speaker.email },
      text,
      timestamp: new Date(seconds * 1000).toISOString().slice(11, 19),
    })),
    default_summary: { template_name: 'General', markdown_formatted: summary },
    action_items: actionItems.map(({ description, assignee }) => ({
      description,
      user_generated: false,
      completed: false,
      assignee: assignee ?? null,
    })),
    calendar_invitees: invitees.map(({ name, email }) => ({
      name,
      email,
      email_domain: domainOf(email),
      is_external: domainOf(email) !== ownDomain,
    })),
    recorded_by: recordedBy,
  };
}

function recordingUrl({ id }: Recording): string {
  return `https://fathom.video/calls/${id}`;
}

function shareUrl({ id }: Recording): string {
  return `https://fathom.video/share/${id}`;
}

function minutesOf({ start, end }: Recording): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / 60_000);
}

function plainTranscript({ transcript }: Recording): string {
  return transcript.map(({ speaker, text }) => `${speaker.name}: ${text}`).join('\n');
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
