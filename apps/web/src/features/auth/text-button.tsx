type Props = { children: string; onClick: () => void };

/** Looks as the links of these pages do. */
export function TextButton({ children, onClick }: Props) {
  return (
    <button
      type="button"
      className="rounded-sm font-medium text-accent-ink underline-offset-2 hover:underline"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
