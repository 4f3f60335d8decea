import { type ReactNode, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { LazyProofDialog } from './lazy-proof-dialog.ts';

type Result = { error?: ApiError | undefined };

type FreshProof = {
  /**
   * Sends a request. Where the server wants to know first who uses the session, a dialog takes the password, and
   * the request is sent again. Undefined when the user closed that dialog.
   */
  withProof: <Sent extends Result>(send: () => Promise<Sent>) => Promise<Sent | undefined>;
  /** Runs a request that throws. If the user closes the dialog, it throws the server's error. */
  provenOrThrow: <Sent>(send: () => Promise<Sent>) => Promise<Sent>;
  /** To be rendered by the component. */
  proofDialog: ReactNode;
};

/** For requests whose endpoint needs a fresh proof (`needsFreshProof` in the contract). */
export function useFreshProof(): FreshProof {
  const [waiting, setWaiting] = useState<{ end: (isProven: boolean) => void }>();
  const end = (isProven: boolean) => {
    waiting?.end(isProven);
    setWaiting(undefined);
  };
  const prove = () => new Promise<boolean>((resolve) => setWaiting({ end: resolve }));
  return {
    withProof: async (send) => {
      const result = await send();
      if (result.error?.code !== 'FRESH_PROOF_REQUIRED') return result;
      return (await prove()) ? send() : undefined;
    },
    provenOrThrow: (send) =>
      send().catch(async (error: unknown) => {
        const isRefused = error instanceof ApiError && error.code === 'FRESH_PROOF_REQUIRED';
        if (isRefused && (await prove())) return send();
        throw error;
      }),
    proofDialog: (
      <LazyProofDialog
        open={waiting !== undefined}
        onOpenChange={(open) => !open && end(false)}
        onProven={() => end(true)}
      />
    ),
  };
}
