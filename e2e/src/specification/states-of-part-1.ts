import type { Page } from '@playwright/test';
import { data, refusal, speechless } from './outcome.ts';
import { jonas, maya, nameless, paged } from './specification-data.ts';
import type { State } from './walk.ts';

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click({ timeout: 8_000 });
const fill = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).fill(value, { timeout: 8_000 });
const openUserMenu = (page: Page) => press(page, /^User menu/);
const openSubmenu = async (page: Page, name: string) => {
  await openUserMenu(page);
  await page.getByRole('menuitem', { name }).click();
};

const signIn =
  (email = 'maya@northwind.example', password = 'secret1') =>
  async (page: Page) => {
    await fill(page, 'Email', email);
    await fill(page, 'Password', password);
    await press(page, 'Sign in');
  };
const OUR_END = 'Something went wrong on our end. Please try again in a moment.';
const UNEXPECTED = 'An unexpected error occurred. Please try again.';

const login: State[] = [
  {
    name: 'the sign-in form',
    at: '/login',
    signedOut: true,
    see: ['Reset password', 'Email', 'Password', 'title: Product – Sign'],
  },
  { name: 'the other address of it', at: '/sign-in', signedOut: true, see: [], leadsTo: '/login' },
  {
    name: 'a protected page without a session',
    at: '/integrations',
    signedOut: true,
    see: ['Reset password'],
    leadsTo: '/login',
  },
  {
    name: 'nothing filled in',
    at: '/login',
    signedOut: true,
    act: (page) => press(page, 'Sign in'),
    see: ['Email is required', 'Password is required'],
  },
  {
    name: 'signed in',
    at: '/login',
    signedOut: true,
    act: signIn(),
    see: ['Recent Activity'],
    leadsTo: '/northwind/sales/accounts',
  },
  ...(
    [
      [
        'wrong password',
        refusal(401, 'Invalid credentials'),
        'Invalid email or password. Please check your credentials and try again.',
      ],
      [
        'no session in the response',
        data({}),
        'Invalid email or password. Please check your credentials and try again.',
      ],
      ['an error of the server', refusal(500, 'Internal server error'), OUR_END],
      ['a message of the server', refusal(403, 'Closed on Sundays'), 'Closed on Sundays'],
      ['a broken connection', 'break', UNEXPECTED],
    ] as const
  ).map(([name, outcome, text]): State => ({
    name: `sign-in: ${name}`,
    at: '/login',
    signedOut: true,
    given: (server) => server.on('POST /api/auth/login', outcome),
    act: signIn(),
    see: [text],
  })),
  {
    name: 'signing out',
    at: '/logout',
    see: ['Logging out...'],
    leadsTo: '/login',
  },
];

const requestReset = async (page: Page) => {
  await fill(page, 'Email', 'maya@northwind.example');
  await press(page, 'Continue');
};
const setPassword =
  (password: string, confirmation = password) =>
  async (page: Page) => {
    await fill(page, 'New password', password);
    await fill(page, 'Confirm new password', confirmation);
    await page
      .getByRole('button', { name: /password/i })
      .last()
      .click();
  };
const resetPage = '/reset-password?token=abc';

const passwordReset: State[] = [
  {
    name: 'the form for a reset',
    at: '/request-password-reset',
    signedOut: true,
    see: ['Return to sign in', 'Continue'],
  },
  {
    name: 'a reset for nobody',
    at: '/request-password-reset',
    signedOut: true,
    act: (page) => press(page, 'Continue'),
    see: ['Email is required'],
  },
  {
    name: 'a reset for what is no address',
    at: '/request-password-reset',
    signedOut: true,
    act: async (page) => {
      await fill(page, 'Email', 'maya');
      await press(page, 'Continue');
    },
    see: ['Please enter a valid email address'],
  },
  {
    name: 'a reset was sent',
    at: '/request-password-reset',
    signedOut: true,
    act: requestReset,
    see: [
      'Password reset sent',
      "If a user account with your email exists, you'll receive an email containing further instructions for resetting your password.",
      'Back to login',
    ],
  },
  ...(
    [
      ['Email is required', 400, 'Email is required'],
      ['Internal server error', 500, OUR_END],
      ['Too many requests', 429, 'Too many requests'],
    ] as const
  ).map(([message, status, text]): State => ({
    name: `a reset refused with '${message}'`,
    at: '/request-password-reset',
    signedOut: true,
    given: (server) => server.on('POST /api/auth/request-password-reset', refusal(status, message)),
    act: requestReset,
    see: [text],
  })),
  {
    name: 'a new password without a token',
    at: '/reset-password',
    signedOut: true,
    see: ['Invalid or missing reset token. Please request a new password reset.'],
  },
  {
    name: 'no new password',
    at: resetPage,
    signedOut: true,
    act: setPassword(''),
    see: ['Password is required', 'Please confirm your password'],
  },
  {
    name: 'a short one, and another to confirm it',
    at: resetPage,
    signedOut: true,
    act: setPassword('short', 'other'),
    see: ['Password must be at least 6 characters'],
  },
  {
    name: 'two that differ',
    at: resetPage,
    signedOut: true,
    act: setPassword('secret1', 'secret2'),
    see: ['Passwords do not match'],
  },
  {
    name: 'a new password was set',
    at: resetPage,
    signedOut: true,
    act: setPassword('secret1'),
    see: ['Password reset successful'],
  },
  ...(
    [
      [refusal(400, 'Invalid or expired reset token'), 'Reset password link expired'],
      [refusal(400, 'Invalid or expired reset token'), 'Request new password reset'],
      [
        refusal(400, 'Token and password are required'),
        'Missing required information. Please try again.',
      ],
      [
        refusal(400, 'Password must be at least 8 characters'),
        'Password must be at least 8 characters',
      ],
      ['break', 'A network error occurred. Please try again.'],
    ] as const
  ).map(([outcome, text], index): State => ({
    name: `a new password that is refused (${index})`,
    at: resetPage,
    signedOut: true,
    given: (server) => server.on('POST /api/auth/reset-password', outcome),
    act: setPassword('secret1'),
    see: [text],
  })),
];

const NO_WORKSPACES = "You don't have access to any workspaces. Please contact your administrator.";
const OTHER = '/northwind/nowhere/accounts';

const shell: State[] = [
  {
    name: 'the workspace is still being found',
    at: '/',
    given: (server) => server.on('GET /api/workspaces', 'hang'),
    see: ['Finding your workspace...'],
  },
  { name: 'the default workspace', at: '/', see: ['Acme'], leadsTo: '/northwind/sales/accounts' },
  ...(
    [
      ['there is none', data({ items: [] })],
      ['they cannot be read', refusal(500, 'Failed to fetch workspaces')],
      ['the response holds none', data({})],
    ] as const
  ).map(([name, outcome]): State => ({
    name: `home: ${name}`,
    at: '/',
    given: (server) => server.on('GET /api/workspaces', outcome),
    see: ['No Workspaces Available', NO_WORKSPACES],
  })),
  {
    name: 'a workspace is being loaded',
    at: OTHER,
    given: (server) => server.on('GET /api/workspaces', 'hang'),
    see: ['Loading workspace...'],
  },
  {
    name: 'an unknown workspace',
    at: OTHER,
    see: [
      'Workspace Not Found',
      `The workspace "northwind/nowhere" could not be found or you don't have access to it.`,
    ],
  },
  {
    name: 'a workspace that cannot be loaded',
    at: OTHER,
    given: (server) => server.on('GET /api/workspaces', refusal(403, 'No')),
    see: ['Failed to load workspace'],
  },
  {
    name: 'the user menu',
    at: '/integrations',
    act: openUserMenu,
    see: ['Import Preferences', 'Integrations', 'Switch Workspace', 'Admin', 'Sign Out'],
  },
  {
    name: 'the workspaces in the user menu',
    at: '/integrations',
    act: (page) => openSubmenu(page, 'Switch Workspace'),
    see: ['Northwind', 'Sales', 'Support'],
  },
  {
    name: 'the workspaces on their way',
    at: '/integrations',
    given: (server) => server.on('GET /api/workspaces', 'hang'),
    act: (page) => openSubmenu(page, 'Switch Workspace'),
    see: ['Loading workspaces...'],
  },
  {
    name: 'no workspaces in the user menu',
    at: '/integrations',
    given: (server) => server.on('GET /api/workspaces', data({ items: [] })),
    act: (page) => openSubmenu(page, 'Switch Workspace'),
    see: ['No workspaces available'],
  },
  {
    name: 'administration in the user menu',
    at: '/integrations',
    act: (page) => openSubmenu(page, 'Admin'),
    see: ['Users', 'Organizations', 'Workspaces', 'Reset User Data'],
  },
  {
    name: 'signing out from the menu',
    at: '/integrations',
    act: async (page) => {
      await openUserMenu(page);
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    },
    see: [],
    leadsTo: '/login',
  },
  {
    name: 'a session that the server refuses',
    at: '/integrations',
    given: (server) => server.on('GET /api/auth/me', refusal(401, 'Unauthorized')),
    see: [],
    leadsTo: '/login',
  },
  {
    name: 'a page that cannot be loaded',
    at: '/integrations',
    act: async (page) => {
      await page.route('**/assets/*.js', (route) => route.abort());
      await openUserMenu(page);
      await page.getByRole('menuitem', { name: 'Import Preferences' }).click();
      await page.getByText('Unexpected Application Error!').waitFor();
      await page.unroute('**/assets/*.js');
    },
    see: ['Unexpected Application Error!'],
  },
  {
    name: 'the switcher of a workspace page',
    at: '/northwind/sales/accounts',
    act: (page) => press(page, /Switch workspace/),
    see: ['Northwind', 'Support'],
    never: ['Members'],
  },
];

const save = async (page: Page) => press(page, 'Save Changes');
const EDIT = `/admin/users/${jonas.id}/edit`;

const adminUsers: State[] = [
  {
    name: 'administration is being verified',
    at: '/admin/users',
    given: (server) => server.on('GET /api/auth/me', 'hang'),
    see: ['Verifying admin access...'],
  },
  {
    name: 'administration for others',
    at: '/admin/users',
    given: (server) => server.on('GET /api/auth/me', data({ user: { ...maya, isAdmin: false } })),
    see: [
      'Admin Access Required',
      "You don't have permission to access the admin panel. Please sign in with an admin account.",
    ],
  },
  {
    name: 'administration that cannot be verified',
    at: '/admin/users',
    given: (server) => server.on('GET /api/auth/me', speechless(500)),
    see: ['Failed to verify admin access'],
  },
  {
    name: 'administration without a user in the response',
    at: '/admin/users',
    given: (server) => server.on('GET /api/auth/me', data({})),
    see: ['Failed to verify admin access', 'User data not found'],
  },
  {
    name: 'administration with an error that says nothing',
    at: '/admin/users',
    given: (server) => server.on('GET /api/auth/me', refusal(500, '')),
    see: ['Failed to fetch user data'],
  },
  { name: 'its index', at: '/admin', see: ['Platform Users'], leadsTo: '/admin/users' },
  {
    name: 'the users',
    at: '/admin/users',
    see: [
      'Platform Users',
      'Name',
      'Email',
      'Admin',
      'Test User',
      'Active',
      'Organizations',
      'Created',
      jonas.name,
      nameless.email,
      'Northwind, Contoso',
      'None',
      'Search users by name or email...',
      'Showing 3 of 43 users',
      'Previous',
      'Next',
      'Page 1 of 3',
    ],
    never: ['Invite User', 'Audit Log'],
  },
  {
    name: 'users that were searched for',
    at: '/admin/users',
    act: (page) => page.getByRole('searchbox').fill('jo'),
    see: ['Showing 3 of 43 users matching "jo"'],
  },
  ...(
    [
      ['users', 'users'],
      ['organizations', 'organizations'],
      ['workspaces', 'workspaces'],
    ] as const
  ).flatMap(([list]): State[] => [
    {
      name: `the ${list} cannot be read`,
      at: `/admin/${list}`,
      given: (server) => server.on(`GET /api/admin/${list}`, speechless(500)),
      see: [`Failed to fetch ${list}`],
    },
    {
      name: `the ${list} without a connection`,
      at: `/admin/${list}`,
      given: (server) => server.on(`GET /api/admin/${list}`, 'break'),
      see: ['Network error occurred'],
    },
  ]),
  {
    name: 'a user',
    at: EDIT,
    see: [
      'Account Information',
      'Password Reset',
      'Account History',
      'Workspace Memberships',
      'First name',
      'Last name',
      jonas.email,
      'Test user',
      'Sales',
    ],
    never: ['Audit log'],
  },
  {
    name: 'oneself',
    at: `/admin/users/${maya.id}/edit`,
    see: ['You cannot revoke your own admin privileges', 'You cannot deactivate your own account'],
  },
  {
    name: 'a user without a first name',
    at: EDIT,
    act: async (page) => {
      await page.getByLabel('First name').fill('');
      await save(page);
    },
    see: ['First name is required'],
  },
  {
    name: 'a user is saved',
    at: EDIT,
    act: save,
    see: ['User updated successfully', 'Platform Users'],
    leadsTo: '/admin/users',
  },
  {
    name: 'a user is deactivated without a question',
    at: EDIT,
    act: async (page) => {
      await page.getByRole('checkbox', { name: /^Active/ }).uncheck();
      await save(page);
    },
    see: ['User updated successfully'],
    leadsTo: '/admin/users',
  },
  {
    name: 'a user that cannot be saved',
    at: EDIT,
    given: (server) => server.on('PUT /api/admin/users/{id}', refusal(500, 'Disk full')),
    act: save,
    see: ['Failed to update user'],
  },
  {
    name: 'a user that cannot be read',
    at: EDIT,
    given: (server) => server.on('GET /api/admin/users/{id}', speechless(500)),
    see: ['Failed to load user'],
  },
  {
    name: 'an unknown user',
    at: EDIT,
    given: (server) => server.on('GET /api/admin/users/{id}', refusal(404, 'User not found')),
    see: ['User not found'],
  },
  {
    name: 'a reset is sent to a user',
    at: EDIT,
    act: (page) => press(page, 'Send Password Reset'),
    see: [`Password reset sent to ${jonas.email}`],
  },
  {
    name: 'a reset that cannot be sent',
    at: EDIT,
    given: (server) =>
      server.on('POST /api/admin/users/{id}/password-reset', refusal(502, 'No mail')),
    act: (page) => press(page, 'Send Password Reset'),
    see: ['Failed to initiate password reset'],
  },
  {
    name: 'a reset is pending',
    at: EDIT,
    given: (server) =>
      server.on(
        'GET /api/admin/users/{id}/password-reset-status',
        data({
          hasPendingReset: true,
          resetToken: { expiresAt: new Date(Date.now() + 9e6).toISOString(), initiatorName: 'Ada' },
        }),
      ),
    act: (page) => page.getByRole('button', { name: 'Send Password Reset' }).hover(),
    see: ['A password reset is already pending for this user', 'Ada'],
  },
  {
    name: 'an inactive user',
    at: EDIT,
    given: (server) =>
      server.on('GET /api/admin/users/{id}', data({ user: { ...jonas, isActive: false } })),
    act: (page) => page.getByRole('button', { name: 'Send Password Reset' }).hover(),
    see: ['Password reset is not available for inactive accounts'],
  },
  {
    name: 'an unknown state of the reset',
    at: EDIT,
    given: (server) =>
      server.on('GET /api/admin/users/{id}/password-reset-status', speechless(500)),
    see: ['Failed to load password reset status'],
  },
];

const resetData = async (page: Page) => {
  await fill(page, 'Email', 'jonas@northwind.example');
  await press(page, 'Reset User Data');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset User Data' }).click();
};

const adminOthers: State[] = [
  {
    name: 'the organizations',
    at: '/admin/organizations',
    see: [
      'Platform Organizations',
      'Name',
      'Slug',
      'Workspaces',
      'Members',
      'Created',
      'northwind',
      'Search organizations by name or slug...',
    ],
    never: ['New Organization', 'New workspace in', 'Actions'],
  },
  {
    name: 'the workspaces',
    at: '/admin/workspaces',
    see: [
      'Platform Workspaces',
      'Name',
      'Slug',
      'Organization',
      'Members',
      'Created',
      'Sales',
      'Search workspaces by name, slug, or organization...',
    ],
    never: ['New Workspace'],
  },
  {
    name: 'no organizations',
    at: '/admin/organizations',
    given: (server) => server.on('GET /api/admin/organizations', data(paged([]))),
    see: ['No organizations yet'],
    never: ['New Organization'],
  },
  {
    name: 'the reset of data',
    at: '/admin/reset-user-data',
    see: ['Development Only', 'Reset User Data'],
  },
  {
    name: 'a blank address to reset',
    at: '/admin/reset-user-data',
    act: async (page) => {
      // Its button is disabled.
      await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
    },
    see: ['Please enter an email address'],
  },
  {
    name: 'the reset of data is to be confirmed',
    at: '/admin/reset-user-data',
    act: async (page) => {
      await fill(page, 'Email', 'jonas@northwind.example');
      await press(page, 'Reset User Data');
    },
    see: [
      'Confirm Reset',
      'All accounts discovered by the user',
      'All shares of those accounts',
      'cannot be undone',
    ],
  },
  {
    name: 'data was reset',
    at: '/admin/reset-user-data',
    act: resetData,
    see: ['Successfully reset data for jonas@northwind.example. Deleted: 3 accounts, 2 shares.'],
  },
  {
    name: 'data could not be reset',
    at: '/admin/reset-user-data',
    given: (server) => server.on('DELETE /api/admin/reset/user-data', speechless(500)),
    act: resetData,
    see: ['Failed to reset user data'],
  },
];

export const statesOfPart1 = { login, passwordReset, shell, adminUsers, adminOthers };
