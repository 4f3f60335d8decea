import type { Page } from '@playwright/test';
import type { Subject } from './subjects.ts';

export interface Scrolled {
  /** Milliseconds from one frame to the next. */
  frames: number[];
  /** Frames that were looked at, and those of them in which every row in view was filled. */
  sampled: number;
  filled: number;
}

interface Task {
  /** The names of the accounts, in their order. */
  names: readonly string[];
  seconds: number;
  /** Pixels a second. */
  speed: number;
}

/** Scrolls a grid at an even speed from its top and watches each frame of it. */
export function measureScroll(
  page: Page,
  { scroller, isFilled }: Subject,
  task: Task,
): Promise<Scrolled> {
  // As text, because the content policy of the product's page forbids `eval`.
  const [selector, given] = [JSON.stringify(scroller), JSON.stringify(task)];
  return page.evaluate<Scrolled>(`(${scrollAndWatch})(${selector}, ${isFilled}, ${given})`);
}

/** Runs in the page. */
function scrollAndWatch(
  selector: string,
  isFilled: Subject['isFilled'],
  task: Task,
): Promise<Scrolled> {
  const [rowHeight, headerHeight, sampleEvery] = [36, 32, 5];
  const { promise, resolve, reject } = Promise.withResolvers<Scrolled>();
  const scroller = document.querySelector(selector);
  if (scroller === null) throw new Error(`There is no ${selector}.`);
  const frames: number[] = [];
  let [sampled, filled] = [0, 0];
  let start: number | undefined;
  let last = 0;
  const step = (now: number) => {
    start ??= now;
    if (now > start) frames.push(now - last);
    last = now;
    const elapsed = (now - start) / 1_000;
    if (elapsed >= task.seconds) {
      if (scroller.scrollTop < 0.9 * task.seconds * task.speed)
        reject(new Error('It stood still.'));
      return resolve({ frames, sampled, filled });
    }
    scroller.scrollTop = elapsed * task.speed;
    // What is in the page now is what this frame shows: scroll events come with the next one.
    if (frames.length % sampleEvery === 0) {
      const first = Math.floor(scroller.scrollTop / rowHeight);
      const bottom = scroller.scrollTop + scroller.clientHeight - headerHeight;
      sampled += 1;
      if (isFilled(first, Math.ceil(bottom / rowHeight) - 1, task.names)) filled += 1;
    }
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  return promise;
}
