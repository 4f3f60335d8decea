/** The sample people work here. */
export const ownDomain = 'harborfinch.example';

export interface SamplePerson {
  name: string;
  email: string;
  isAdmin: boolean;
  /** By the keys of `sampleWorkspaces`, in the order of joining. */
  workspaces: { key: SampleWorkspaceKey; role: 'owner' | 'member' }[];
  /**
   * Whether mailbox, calendar and calls are connected from the start; the others are there to try
   * it.
   */
  connected: boolean;
  /** Whose mailbox and calendar it is. */
  service: 'google' | 'microsoft';
}

export const sampleOrganizations = [
  { name: 'Harbor & Finch', slug: 'harbor-finch' },
  { name: 'Finch Labs', slug: 'finch-labs' },
] as const;

export const sampleWorkspaces = {
  sales: { name: 'Sales', slug: 'sales', organizationSlug: 'harbor-finch' },
  partnerships: { name: 'Partnerships', slug: 'partnerships', organizationSlug: 'harbor-finch' },
  research: { name: 'Research', slug: 'research', organizationSlug: 'finch-labs' },
} as const;
export type SampleWorkspaceKey = keyof typeof sampleWorkspaces;

export const samplePeople: SamplePerson[] = [
  {
    name: 'Mara Ellison',
    email: `mara.ellison@${ownDomain}`,
    isAdmin: false,
    workspaces: [
      { key: 'sales', role: 'owner' },
      { key: 'partnerships', role: 'member' },
    ],
    connected: false,
    service: 'google',
  },
  {
    name: 'Theo Lindqvist',
    email: `theo.lindqvist@${ownDomain}`,
    isAdmin: false,
    workspaces: [
      { key: 'partnerships', role: 'owner' },
      { key: 'sales', role: 'member' },
    ],
    connected: true,
    service: 'google',
  },
  {
    name: 'Priya Raman',
    email: `priya.raman@${ownDomain}`,
    isAdmin: false,
    workspaces: [{ key: 'sales', role: 'member' }],
    connected: true,
    service: 'microsoft',
  },
  {
    name: 'Noor Haddad',
    email: `noor.haddad@${ownDomain}`,
    isAdmin: true,
    workspaces: [
      { key: 'research', role: 'owner' },
      { key: 'sales', role: 'member' },
    ],
    connected: false,
    service: 'google',
  },
];
