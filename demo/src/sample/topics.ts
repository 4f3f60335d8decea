/** A subject of the sample threads and its messages, theirs and ours in turn. */
export interface Topic {
  subject: string;
  messages: string[];
}

export const topics: Topic[] = [
  {
    subject: 'Pricing for the second year',
    messages: [
      'Thanks for the call. Could you put the second-year pricing in writing, with the volume tiers we discussed? Our finance team meets on Thursday.',
      'Of course. Attached are the three tiers; the middle one fits your forecast best. The prices hold until the end of the month.',
      'The middle tier works for us. One question: are the onboarding hours included or billed apart?',
      'They are included up to forty hours. I will add a line to the order form so that it is plain.',
    ],
  },
  {
    subject: 'Security review: open questions',
    messages: [
      'Our security team has gone through your answers. Four points are still open, mostly on data retention and the sub-processor list.',
      'Thank you for the thorough read. Retention is thirty days for logs, and the current list of sub-processors is on page six.',
      'That settles three of them. Could somebody join a short call about the encryption keys?',
    ],
  },
  {
    subject: 'Kick-off next week',
    messages: [
      'We would like to start on Tuesday at ten. Who from your side should be there?',
      'Tuesday suits us. Two people from operations will join, and I will send a short agenda the day before.',
      'Agenda looks good. We will bring last quarter’s figures.',
    ],
  },
  {
    subject: 'Contract redlines',
    messages: [
      'Please find our comments on sections 4 and 9. The liability cap is the only one that needs a conversation.',
      'Section 4 is fine as marked. For the cap, would twelve months of fees be acceptable?',
      'Twelve months is acceptable. I will send the clean version for signature.',
      'Signed on our side. Thank you for the quick turnaround.',
    ],
  },
  {
    subject: 'Feedback on the pilot',
    messages: [
      'Three weeks in, the team is happy. The import took longer than we hoped, but the daily report saves us an hour each morning.',
      'That is good to hear. The slow import has a known cause; the fix goes out on Wednesday.',
    ],
  },
  {
    subject: 'Introduction',
    messages: [
      'A colleague pointed me to you. We are looking for a partner for the spring roll-out and would like to hear how you work with teams of our size.',
      'Thank you for writing. Would half an hour this week suit you? I can show two examples close to yours.',
      'Thursday afternoon works. Looking forward to it.',
    ],
  },
  {
    subject: 'Invoice 2041',
    messages: [
      'The purchase order number is missing on invoice 2041. Could you send a corrected one?',
      'Corrected and attached. Sorry for the trouble.',
    ],
  },
  {
    subject: 'Roadmap questions before renewal',
    messages: [
      'Before we renew, we would like to understand what is planned for reporting and for single sign-on.',
      'Both are planned for next quarter. I can arrange a walk-through with the product lead.',
      'Please do. Our head of IT would join.',
      'Done: Friday at two. The invitation is on its way.',
    ],
  },
  {
    subject: 'Delivery dates for March',
    messages: [
      'Two of the sites moved their dates. Does the second week of March still work for you?',
      'It does. I have moved the crew and will confirm the names by Monday.',
    ],
  },
  {
    subject: 'Case study',
    messages: [
      'Would you be open to a short case study? We would draft it and you would have the last word.',
      'Gladly, if our brand team can read it first. I have copied them.',
      'Welcome! A first draft follows by the end of the week.',
    ],
  },
];
