/**
 * Whether tests run in their long form, as in `npm run check:long`: everything that takes too long
 * for `npm test`. Each has a short form in `npm test`, which fails if the feature is broken.
 */
export const isLong = process.env['LONG_TESTS'] === 'true';
