/** An empty cell. */
export function NoValue() {
  return <span className="text-faint">–</span>;
}
