/** The inner fields of a field; true for one without any. */
export interface FieldTypes {
  [name: string]: true | FieldTypes;
}

/** Fields without inner ones. */
function plain(names: string): Record<string, true> {
  return Object.fromEntries(wordsOf(names).map((name) => [name, true]));
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

const user: FieldTypes = plain(`
  user_id email name num_transcripts recent_transcript recent_meeting minutes_consumed is_admin
  integrations`);

/** https://docs.fireflies.ai/schema/transcript, as far as anything here has a value. */
const transcript: FieldTypes = {
  ...plain(`
    id title date dateString duration privacy host_email organizer_email participants
    fireflies_users transcript_url audio_url video_url meeting_link calendar_id cal_id
    calendar_type is_live`),
  user,
  speakers: plain('id name'),
  meeting_attendees: plain('displayName email phoneNumber name location'),
  meeting_info: plain('fred_joined silent_meeting summary_status'),
  summary: plain(`
    keywords action_items outline shorthand_bullet overview bullet_gist gist short_summary
    short_overview meeting_type topics_discussed`),
  sentences: plain('index speaker_name speaker_id text raw_text start_time end_time'),
};

export interface QueryType {
  args: readonly string[];
  fields: FieldTypes;
}

/** What can be asked for: https://docs.fireflies.ai/graphql-api/query */
export const queryTypes: Readonly<Record<string, QueryType>> = {
  user: { args: ['id'], fields: user },
  transcript: { args: ['id'], fields: transcript },
  transcripts: {
    args: wordsOf(`
      title keyword scope date fromDate toDate limit skip mine user_id host_email organizer_email
      participant_email organizers participants channel_id`),
    fields: transcript,
  },
};
