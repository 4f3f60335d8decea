import type { WorkspaceAccount } from '@repo/contract/accounts';
import type {
  ActivityDetail,
  ActivityItem,
  ConversationItem,
  Participant,
  TimelineItem,
} from '@repo/contract/activities';
import { addDays, businessDayOf, startOfBusinessDay } from '@repo/domain/time/business-day';
import { vi } from 'vitest';
import { sampleId, sampleUser, sampleWorkspace } from './samples.ts';

/** An account with one activity of each type, for the tests of its page. */

export const sales = sampleWorkspace('Sales');
export const maya = sampleUser();
export const account: WorkspaceAccount = {
  id: sampleId(),
  workspaceId: sales.id,
  name: 'Acme',
  domain: 'acme.example',
  faviconUrl: '/icon.png',
  createdAt: new Date(Date.now() - 15 * 86_400_000).toISOString(),
  discoveredByUser: { name: 'Jonas Weber' },
  activityCount: 3,
};
export const PAGE = `/northwind/sales/accounts/${account.id}`;
export const today = businessDayOf(new Date());

/** So many days ago, at five past two in the afternoon in New York. */
export const daysAgo = (count: number) =>
  new Date(
    startOfBusinessDay(addDays(today, -count)).getTime() + 14 * 3_600_000 + 5 * 60_000,
  ).toISOString();

export const ada: Participant = { name: 'Ada Okafor', email: 'ada@acme.example', role: 'from' };
export const us: Participant = { name: '', email: 'maya@northwind.example', role: 'to' };
export const both = [ada, us].map((one): Participant => ({ ...one, role: 'other' }));

export const sampleItem = (parts: Partial<ActivityItem>): ActivityItem => ({
  id: sampleId(),
  type: 'email',
  title: 'Pilot scope',
  summary: 'We looked at it.',
  occurredAt: daysAgo(1),
  side: 'external',
  user: { name: 'Maya', email: us.email },
  contributors: [],
  participants: [ada, us],
  ...parts,
});

export const email = sampleItem({});
export const meeting = sampleItem({ type: 'calendar', title: '', summary: '', participants: both });
export const call = sampleItem({
  type: 'call',
  title: 'Check-in',
  summary: '- One\n- Two',
  occurredAt: daysAgo(2),
  participants: both,
});
export const messages = [
  sampleItem({ title: 'Limits', occurredAt: daysAgo(4), summary: 'The question' }),
  sampleItem({ title: 'Re: Limits', occurredAt: daysAgo(3), summary: 'The answer' }),
] as const;
export const conversation: ConversationItem = {
  ...messages[1],
  id: `conversation.${messages[1].id}`,
  type: 'conversation',
  activities: [...messages],
  lastActivity: messages[1],
};
export const items = [email, meeting, call, conversation] as TimelineItem[];

export const detail = (
  item: ActivityItem,
  parts: Partial<ActivityDetail> = {},
): ActivityDetail => ({
  ...item,
  accountId: account.id,
  ...parts,
});

/** Until mocks are restored, the window is wide enough for panels beside the feed. */
export function beWide(isWide: boolean): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: isWide && media.includes('1024'),
      media,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );
}
