/** The application as it is registered at Google, and where Google is. */
export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** A stand-in for all of Google; undefined for Google itself. */
  rootUrl: string | undefined;
}

/** How long one request may take before it counts as failed; milliseconds. */
export const googleRequestTimeout = 60_000;

/**
 * The largest response in bytes, once it is decompressed: a page of 2,500 events without their texts
 * has 1 MB, one of 250 events with the longest texts and guest lists 20 MB.
 */
export const maxGoogleResponseBytes = 32 * 1024 * 1024;
/** A whole mail: Gmail takes in 50 MB, which comes as base64. */
export const maxMailResponseBytes = 80 * 1024 * 1024;
