/** The page that an administrator returns to, who may have no account here. */
export function ApprovalScreen({ isApproved }: { isApproved: boolean }) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(2rem,24dvh)] text-center">
      <h1 className="text-body font-semibold">{isApproved ? 'Approved' : 'Not Approved'}</h1>
      <p className="mt-1 text-muted">
        {isApproved
          ? 'The user who sent you the link can connect now. You can close this page.'
          : 'Nothing was approved. If you did approve it, ask the user who sent you the link for a new one.'}
      </p>
    </main>
  );
}
