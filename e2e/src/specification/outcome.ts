import type { SpecifiedName } from './specification-calls.ts';

export interface ReceivedCall {
  name: SpecifiedName;
  pathname: string;
  query: Record<string, string>;
  body: unknown;
}

/** The outcome of a request to the stand-in server. */
export type Outcome =
  /** The `data` of the envelope. */
  | { data: unknown }
  | { status: number; type?: string; location?: string; text: string }
  /** No response, while the state lasts. */
  | 'hang'
  /** The connection ends without a response. */
  | 'break';

export type Responder = (call: ReceivedCall) => Outcome;

export const data = (of: unknown): Outcome => ({ data: of });
/** A failure in the envelope. */
export const refusal = (status: number, message: string, code?: string): Outcome => ({
  status,
  text: JSON.stringify({ success: false, error: { message, status, ...(code && { code }) } }),
});
/** A failure of which the body says nothing. */
export const speechless = (status: number): Outcome => ({ status, text: '{}' });
