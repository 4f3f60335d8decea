import type { Config } from '../../../config.ts';

/** Where a person chooses a new password, or their first. */
export const resetLink = ({ webUrl }: Pick<Config, 'webUrl'>, token: string): string =>
  `${webUrl}/reset-password?token=${token}`;
