import type { Endpoint } from '@repo/contract/endpoint';
import type { EndpointName } from '@repo/contract/endpoints';
import type { Maintenance } from '../maintenance/maintenance.ts';
import { AppError } from './app-error.ts';

/** Where the end is unknown or past; seconds. */
const RETRY_AFTER_SECONDS = 120;
const MIN_RETRY_AFTER_SECONDS = 10;

/** Endpoints that reading needs although their method is not GET, and those that end it. */
const NEEDED_TO_READ: readonly EndpointName[] = [
  'POST /api/auth/login',
  'POST /api/auth/login/passkey',
  'POST /api/auth/login/passkey/options',
  'POST /api/auth/login/second-factor',
  'POST /api/auth/logout',
  'POST /api/auth/sso/{organizationId}/logout',
  'POST /api/auth/reset-password/check',
  'POST /api/invitations/open',
  'POST /api/notifications/open',
];

/** Whether an endpoint responds during maintenance: it reads, or is needed to read. */
export const isReading = (name: EndpointName, { scope }: Endpoint): boolean =>
  name.startsWith('GET ') || scope?.endsWith(':read') === true || NEEDED_TO_READ.includes(name);

/** The response to a change during maintenance, before the sender is even looked up. */
export function duringMaintenance({ message, endsAt }: Maintenance): AppError {
  const left = endsAt === null ? 0 : Math.ceil((endsAt.getTime() - Date.now()) / 1_000);
  return new AppError('UNAVAILABLE', message, {
    retryAfterSeconds: left > 0 ? Math.max(MIN_RETRY_AFTER_SECONDS, left) : RETRY_AFTER_SECONDS,
  });
}
