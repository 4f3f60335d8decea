import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { resetConnection } from '#lib/connection/connection.ts';
import { endFactorSetup } from '#lib/session/factor-setup.ts';
import { closeToast, toastStore } from '#ui/feedback/toast.ts';
import { serveApi } from './api.ts';
import { serveAtLevel } from './serve-at-level.ts';

// Waiting ends at once when what is waited for is there; a busy machine may take its time.
configure({ asyncUtilTimeout: 20_000 });

const { getElementError } = getConfig();
configure({
  // While something is waited for, every attempt but the last fails. Printing the document for each
  // took a fifteenth of the time; the error of a time-out contains it.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? '') : getElementError(message, container),
});

/** The library sets it during `waitFor`; its types lack it. */
type Internal = { _disableExpensiveErrorDiagnostics?: boolean };

function isWaiting(): boolean {
  const config: ReturnType<typeof getConfig> & Internal = getConfig();
  return config._disableExpensiveErrorDiagnostics ?? false;
}

// React notes where each element was created, for its warnings, until there are 10,000 in a second: a
// tenth of the time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: object;
};
if (internals !== undefined && 'recentlyCreatedOwnerStacks' in internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => 10_000,
    set: () => {},
  });
}

// What jsdom lacks and Radix or our own components need.
window.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  }) as MediaQueryList;

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

Element.prototype.scrollIntoView ??= () => {};
Element.prototype.scrollTo ??= () => {};
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};

serveApi();

// Also what a test file imports finds a full server.
serveAtLevel('full');
beforeEach(() => serveAtLevel('full'));

afterEach(async () => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  resetConnection();
  endFactorSetup();
  // Not at the top: a test file may replace what it imports.
  const { setWorkspaceTimeZone } = await import('#lib/time/workspace-time-zone.ts');
  setWorkspaceTimeZone(undefined);
  removeToasts();
});

/** A toast outlives the page that showed it: the next test would find its text as well. */
function removeToasts(): void {
  if (toastStore.read().length === 0) return;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  for (const { id } of toastStore.read()) closeToast(id);
  vi.runAllTimers();
  vi.useRealTimers();
}
