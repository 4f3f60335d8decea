import type { Config } from '#src/config.ts';

export const SCIM_PATH = '/scim/v2';

/** Where a provider finds the service; the token says of which organization. */
export const baseAddress = ({ publicUrl }: Config): string => `${publicUrl}${SCIM_PATH}`;
