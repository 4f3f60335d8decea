/** A mistake that one could make, and where a test has to notice it. */
export interface PlantedFault {
  /** What the person sees when it is made. */
  name: string;
  /** Text that occurs once in the product's sources. */
  find: string;
  /** What replaces it while the fault is planted. */
  replace: string;
  /** Parts of the paths of the test files that have to fail. */
  tests: readonly string[];
}
