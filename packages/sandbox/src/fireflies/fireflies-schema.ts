import { buildSchema } from 'graphql';

/** Leaf fields that return their values as they were stored. */
const leaves = (names: string) => names.trim().replaceAll(/\S+/g, '$&: Value\n');

/**
 * The part of Fireflies' schema that the sandbox has values for:
 * https://docs.fireflies.ai/graphql-api/query and https://docs.fireflies.ai/schema/transcript
 */
export const firefliesSchema = buildSchema(`
  "Any JSON value: the vendor's own types vary, for example action items as text or as a list."
  scalar Value
  scalar DateTime

  type Query {
    user(id: String): User
    transcript(id: String): Transcript
    transcripts(
      title: String, keyword: String, scope: String, date: Float, fromDate: DateTime,
      toDate: DateTime, limit: Int, skip: Int, mine: Boolean, user_id: String, host_email: String,
      organizer_email: String, participant_email: String, organizers: [String],
      participants: [String], channel_id: String
    ): [Transcript]
  }
  type User {
    ${leaves(`user_id email name num_transcripts recent_transcript recent_meeting
      minutes_consumed is_admin integrations`)}
  }
  type Transcript {
    ${leaves(`id title date dateString duration privacy host_email organizer_email participants
      fireflies_users transcript_url audio_url video_url meeting_link calendar_id cal_id
      calendar_type is_live`)}
    user: User
    speakers: [Speaker]
    meeting_attendees: [Attendee]
    meeting_info: MeetingInfo
    summary: Summary
    sentences: [Sentence]
  }
  type Speaker { ${leaves('id name')} }
  type Attendee { ${leaves('displayName email phoneNumber name location')} }
  type MeetingInfo { ${leaves('fred_joined silent_meeting summary_status')} }
  type Summary {
    ${leaves(`keywords action_items outline shorthand_bullet overview bullet_gist gist
      short_summary short_overview meeting_type topics_discussed`)}
  }
  type Sentence {
    ${leaves('index speaker_name speaker_id text raw_text start_time end_time')}
  }
`);
