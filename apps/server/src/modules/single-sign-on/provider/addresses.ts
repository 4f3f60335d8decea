import type { Config } from '#src/config.ts';

type Addresses = Pick<Config, 'publicUrl' | 'webUrl'>;

/**
 * The redirect URI of an organization's connection. Each has one of its own, so that the answer of one provider
 * cannot be passed off as that of another.
 */
export const redirectAddress = ({ publicUrl }: Addresses, organizationId: string): string =>
  `${publicUrl}/api/auth/sso/${organizationId}/callback`;

export const signInAddress = ({ webUrl }: Addresses, slug: string): string =>
  `${webUrl}/login?company=${slug}`;
