import type { User } from '@repo/contract/auth';
import type { Workspace } from '@repo/contract/workspaces';
import { act, render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { Providers } from '../src/app/providers.tsx';
import { routes } from '../src/app/routes.tsx';
import { mockEndpoint, failure } from './api.ts';
import { dispatchStorageEvent } from './dispatch-storage-event.ts';

type Options = {
  /** The signed-in user; absent when signed out. */
  as?: User;
  /** The workspaces in the list. */
  workspaces?: Workspace[];
  /** In place of the application's own. */
  routes?: RouteObject[];
};

type App = {
  user: UserEvent;
  /** The address now, with query and hash. */
  address: () => string;
  /** The browser's way back. */
  goBack: () => Promise<void>;
};

/**
 * Opens the whole application at an address, with responses for the requests of the session and the shell.
 */
export function renderApp(path: string, options: Options = {}): App {
  const { as, workspaces } = options;
  if (as !== undefined) {
    localStorage.setItem('auth_token', 'token-of-the-test');
    localStorage.setItem('auth_user', JSON.stringify(as));
    mockEndpoint('GET /api/auth/me', () => ({ user: as }));
    // As of a server that offers nothing beyond the specification.
    mockEndpoint('GET /api/integrations/events', () =>
      failure('NOT_FOUND', 'There is no such call'),
    );
  }
  if (workspaces !== undefined) mockEndpoint('GET /api/workspaces', () => ({ items: workspaces }));
  dispatchStorageEvent();
  const router = createMemoryRouter(options.routes ?? routes, { initialEntries: [path] });
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  return {
    user: userEvent.setup(),
    address: () => {
      const { pathname, search, hash } = router.state.location;
      return pathname + search + hash;
    },
    goBack: () => act(() => router.navigate(-1)),
  };
}
