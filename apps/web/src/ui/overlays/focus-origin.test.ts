import { beforeEach, expect, test } from 'vitest';
import { focusOrigin, giveFocusBack, rememberFocus, restoreFocus } from './focus-origin.ts';

beforeEach(() => {
  document.body.innerHTML = `
    <a href="#content">Skip to content</a>
    <main id="content" tabindex="-1">
      <section id="list"><ul id="rows"><li id="row"><button id="button">Delete</button></li></ul></section>
    </main>`;
});

const find = (id: string) => document.getElementById(id);
const focused = () => document.activeElement?.id;

test('the element that had the focus gets it back', () => {
  const origin = focusOrigin(find('button'));
  restoreFocus(origin);
  expect(focused()).toBe('button');
});

test('what is at its position now gets it, where it is gone', () => {
  const origin = focusOrigin(find('button'));
  find('row')?.remove();
  find('rows')?.insertAdjacentHTML('beforeend', '<li><button id="next">Delete</button></li>');
  restoreFocus(origin);
  expect(focused()).toBe('next');
});

test('the content of the page gets it, and no link before it, where the page is another one', () => {
  const origin = focusOrigin(find('button'));
  find('list')?.remove();
  restoreFocus(origin);
  expect(focused()).toBe('content');
});

test('what is around its position gets it before the content of the page, where nothing else is left', () => {
  const origin = focusOrigin(find('button'));
  find('row')?.remove();
  find('list')?.insertAdjacentHTML('beforeend', '<button id="first">New Account</button>');
  restoreFocus(origin);
  expect(focused()).toBe('first');
});

test('an overlay that opens while another closes gives the focus to where that one came from', () => {
  const eventOf = (overlay: HTMLElement) => {
    const event = new Event('focus', { cancelable: true });
    overlay.dispatchEvent(event);
    return event;
  };
  const [first, second] = [document.createElement('div'), document.createElement('div')];
  find('button')?.focus();
  document.body.append(first);
  rememberFocus(eventOf(first));
  // It fades out and is inert: nothing has the focus.
  find('button')?.blur();
  document.body.append(second);
  rememberFocus(eventOf(second));
  giveFocusBack(eventOf(first));
  find('button')?.blur();
  giveFocusBack(eventOf(second));
  expect(focused()).toBe('button');
});
