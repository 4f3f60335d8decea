/** Where the parts of the stage answer. */
export interface StageAddresses {
  /** The product, as a browser sees it. */
  url: string;
  sandboxUrl: string;
  /** Makes people and shows their mail. */
  stageUrl: string;
}
