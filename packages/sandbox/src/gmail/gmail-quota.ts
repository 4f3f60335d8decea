import type { MinuteQuota } from '../google/request-meter.ts';

/**
 * The cost of each method in units of the quota of projects since May 2026. Those of a profile, the
 * labels and an attachment are not below what any project pays.
 * https://developers.google.com/workspace/gmail/api/reference/quota
 */
export const gmailCosts = {
  getProfile: 5,
  'labels.list': 5,
  'messages.list': 5,
  'messages.get': 20,
  'messages.attachments.get': 20,
  'threads.get': 40,
  'history.list': 2,
} as const;
export type GmailMethod = keyof typeof gmailCosts;

/** For each user. */
export const gmailQuota: MinuteQuota = {
  units: 6_000,
  metric: 'Queries',
  limit: 'Queries per minute per user',
  service: 'gmail.googleapis.com',
};
