import type { Owner } from '../owners/owner-store.ts';
import type { StoredCall } from './call-store.ts';

/** A call with all the fields that can be requested. */
export function toTranscript(call: StoredCall, owner: Owner): Record<string, unknown> {
  const { id, date, meeting_attendees: attendees = null, sentences = null } = call;
  const speakers = speakersOf(call);
  return {
    privacy: 'participants',
    is_live: false,
    meeting_link: null,
    transcript_url: `https://app.fireflies.ai/view/${id}`,
    ...call,
    dateString: new Date(date).toISOString(),
    organizer_email: call.organizer_email ?? owner.address,
    host_email: call.organizer_email ?? owner.address,
    participants: call.participants ?? (attendees ?? []).map(({ email }) => email),
    fireflies_users: [owner.address],
    meeting_attendees: attendees,
    speakers,
    user: { user_id: userId(owner), email: owner.address, name: owner.name },
    meeting_info: {
      fred_joined: true,
      silent_meeting: sentences === null,
      summary_status: call.summary == null ? 'skipped' : 'processed',
    },
    sentences:
      sentences?.map((sentence, index) => ({
        index,
        speaker_id: speakers.findIndex(({ name }) => name === sentence.speaker_name),
        raw_text: sentence.text,
        ...sentence,
      })) ?? null,
  };
}

export function userId({ id }: Owner): string {
  return `sample-user-${id}`;
}

function speakersOf({ sentences }: StoredCall): { id: number; name: string | null }[] {
  const names = new Set((sentences ?? []).map(({ speaker_name }) => speaker_name));
  return [...names].map((name, id) => ({ id, name }));
}
