import type { Config } from '#src/config.ts';

type Addresses = Pick<Config, 'publicUrl' | 'webUrl'>;

/**
 * The redirect URI of an organization's connection. Each has one of its own, so that the answer of one provider
 * cannot be passed off as that of another.
 */
export const redirectAddress = ({ publicUrl }: Addresses, organizationId: string): string =>
  `${publicUrl}/api/auth/sso/${organizationId}/callback`;

/** Where the provider of an organization tells that a user has signed out there (back-channel logout). */
export const logoutAddress = ({ publicUrl }: Addresses, organizationId: string): string =>
  `${publicUrl}/api/auth/sso/${organizationId}/logout`;

/** Where a provider sends the browser after a sign-out that began here. */
export const afterSignOutAddress = ({ webUrl }: Addresses): string => `${webUrl}/login`;

export const signInAddress = ({ webUrl }: Addresses, slug: string): string =>
  `${webUrl}/login?company=${slug}`;
