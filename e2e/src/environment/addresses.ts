/** Where the parts of the test environment answer. */
export interface EnvironmentAddresses {
  /** The product, as a browser sees it. */
  url: string;
  sandboxUrl: string;
  /** Makes people and shows their mail. */
  controlUrl: string;
}
