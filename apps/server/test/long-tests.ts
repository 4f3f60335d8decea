/**
 * Whether tests run in their long form, as `npm run check:long` has them: everything that takes too
 * long for `npm test`. Each has a short form there, which fails when the thing is broken.
 */
export const isLong = process.env['LONG_TESTS'] === 'true';
