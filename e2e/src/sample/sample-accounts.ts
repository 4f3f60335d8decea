/** A row of the accounts list with nothing but what the specification names. */
export function sampleAccount(number: number, given: object = {}) {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    name: `Account ${number}`,
    faviconUrl: '',
    activityCount: number,
    lastActivity: {
      title: `Letter ${number}`,
      type: 'email',
      occurredAt: new Date(Date.now() - number * 3_600_000).toISOString(),
    },
    contributors: ['Ann', 'Bob', 'Cleo', 'Dan'].map((name) => ({
      user: { name, email: `${name.toLowerCase()}@example.com` },
    })),
    creator: { name: 'Ann' },
    createdAt: '2026-01-02T03:04:05.000Z',
    timelineSummary: {
      externalCounts: Array.from({ length: 21 }, (_, day) => (day + number) % 4),
      internalCounts: Array.from({ length: 21 }, (_, day) => (day * number) % 3),
    },
    ...given,
  };
}

export const sampleAccounts = (count: number) =>
  Array.from({ length: count }, (_, index) => sampleAccount(index + 1));
