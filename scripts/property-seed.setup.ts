import { configureGlobal } from 'fast-check';

// See docs/decisions/tests.md: what CI says about a commit, it says again the next time.
configureGlobal({ seed: Number(process.env['PROPERTY_SEED']) });
