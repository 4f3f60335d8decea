/** Gives the browser a text to save. The mark at its start makes Excel read it as UTF-8. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(
    new Blob(['\ufeff', text], { type: `${type};charset=utf-8` }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
