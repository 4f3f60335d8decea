/** Functions that read a grid on its page. They run in the browser. */
export interface Subject {
  /** The element that scrolls. */
  scroller: string;
  /**
   * Whether every row from `first` to `last` is in view at its position with the account's own name
   * and its bubbles.
   */
  isFilled: (first: number, last: number, names: readonly string[]) => boolean;
}

/** Each is sent to the page as its source, so none may use anything from around it. */
export const subjects: Readonly<Record<string, Subject>> = {
  Ours: {
    scroller: '[role=grid]',
    isFilled: (first, last, names) => {
      for (let index = first; index <= last; index += 1) {
        const row = document.querySelector(`[data-row="${index}"]`);
        if (row?.querySelector('a')?.textContent !== names[index]) return false;
        if (row?.querySelector('[data-column=recentActivity] svg') == null) return false;
      }
      return true;
    },
  },
  'AG Grid Community': {
    scroller: '.ag-grid-viewport',
    isFilled: (first, last, names) => {
      for (let index = first; index <= last; index += 1) {
        const cells = document.querySelectorAll(`.ag-row[row-index="${index}"] .ag-cell`);
        const name = [...cells].find((cell) => cell.getAttribute('col-id') === 'name');
        const bubbles = [...cells].find((cell) => cell.getAttribute('col-id') === 'recentActivity');
        if (name?.querySelector('a')?.textContent !== names[index]) return false;
        if (bubbles?.querySelector('svg') == null) return false;
      }
      return true;
    },
  },
  'Glide Data Grid': {
    scroller: '.dvn-scroller',
    // It paints a canvas: a row is filled when there is ink in as much of its first cell's column.
    isFilled: (first, last) => {
      const canvas = document.querySelector<HTMLCanvasElement>('[data-testid=data-grid-canvas]');
      const context = canvas?.getContext('2d');
      if (canvas == null || context == null) return false;
      const [header, row, left, width] = [32, 36, 8, 180];
      const { data } = context.getImageData(left, header, width, canvas.height - header);
      const background = data[0] ?? 0;
      for (let nth = 0; nth < last - first; nth += 1) {
        const from = nth * row * width * 4;
        const band = data.subarray(from, from + row * width * 4);
        if (!band.some((value, at) => at % 4 === 0 && Math.abs(value - background) > 60))
          return false;
      }
      return true;
    },
  },
};
