import { configureGlobal } from 'fast-check';

// Properties draw the same examples in each run with the same seed; see docs/decisions/tests.md.
configureGlobal({ seed: Number(process.env['PROPERTY_SEED']) });
