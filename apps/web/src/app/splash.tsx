/** Stands while the code of the first page is on its way: the page's colours and nothing more. */
export function Splash() {
  return null;
}
