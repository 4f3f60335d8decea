import type { Config } from '#src/config.ts';

/** URL of the page where a user chooses a new password, or their first one. */
export const resetLink = ({ webUrl }: Pick<Config, 'webUrl'>, token: string): string =>
  `${webUrl}/reset-password?token=${token}`;
