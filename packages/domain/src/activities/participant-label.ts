interface LabelledParticipant {
  name?: string | undefined;
  email?: string | undefined;
  role?: string | undefined;
}

/** The label of a participant: the name, else the email address, else 'Unknown'. */
export function participantName({ name, email }: LabelledParticipant): string {
  return name?.trim() || email?.trim() || 'Unknown';
}

/**
 * The participants in one line (specification part 2, 'Account detail'). If there are senders and recipients:
 * the first sender to the recipients. If there are only senders, or only recipients: all. Otherwise the
 * people who are neither.
 */
export function participantLabel(participants: readonly LabelledParticipant[]): string {
  const [sender] = participants.filter(({ role }) => role === 'from');
  const recipients = participants.filter(({ role }) => role === 'to');
  if (sender !== undefined && recipients.length > 0) {
    return `${participantName(sender)} to ${listed(recipients)}`;
  }
  const others = participants.filter(({ role }) => role !== 'from' && role !== 'to');
  return listed(others.length > 0 ? others : participants) || participantName({});
}

function listed(participants: readonly LabelledParticipant[]): string {
  return participants.map(participantName).join(', ');
}
