import manifest from '../package.json' with { type: 'json' };

/** The version of this program, such as `1.2.3`. */
export const { version } = manifest;
