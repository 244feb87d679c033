/**
 * Random cases. `npm test` draws the same ones in each run, as properties in Rust do, so that a test fails by a change and
 * not by chance; `npm run fuzz` draws others. A file that is run alone draws others as well.
 */
import fc from "fast-check";

const { PROPTEST_RNG_SEED: seed } = process.env;
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

export { fc };
