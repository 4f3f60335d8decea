/** The application as it is registered at Google, and where Google is. */
export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** A stand-in for all of Google; undefined for Google itself. */
  rootUrl: string | undefined;
}

/** How long one request may take before it counts as failed; milliseconds. */
export const googleRequestTimeout = 60_000;
