/** A mistake that one could make, and where a test has to notice it. */
export interface PlantedFault {
  /** The effect that a user would see. */
  name: string;
  /** Text that occurs once in the product's sources. */
  find: string;
  /** The text that replaces it while the fault is planted. */
  replace: string;
  /** Parts of the paths of the test files that have to fail. */
  tests: readonly string[];
}
