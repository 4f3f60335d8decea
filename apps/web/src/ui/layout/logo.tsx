/** A neutral mark, activity above and below a quiet line: the product has no name to write out. */
export function Logo({ className }: { className?: string | undefined }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className={className}>
      <path d="M1 8.75h14" className="stroke-faint" strokeWidth="1" />
      <g className="fill-accent">
        <circle cx="5" cy="5" r="2" />
        <circle cx="10.75" cy="4" r="3" />
      </g>
      <g className="fill-muted">
        <circle cx="5" cy="12" r="2" />
        <circle cx="10.75" cy="11.75" r="1.25" />
      </g>
    </svg>
  );
}
