import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MailFrame } from './mail-frame.tsx';
import { sanitiseHtml } from './sanitise-html.ts';

test('runs no script and has no origin, whether pictures are shown or not', () => {
  for (const withPictures of [false, true]) {
    const html = sanitiseHtml('<p>Hello</p><script>alert(1)</script>', withPictures);
    const { unmount } = render(<MailFrame html={html} withPictures={withPictures} title="Mail" />);
    const frame = screen.getByTitle('Mail');
    const allowed = frame.getAttribute('sandbox')?.split(' ').toSorted();
    expect(allowed).toEqual(['allow-popups', 'allow-popups-to-escape-sandbox']);
    expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(frame.getAttribute('srcdoc')).toContain("default-src 'none'");
    expect(frame.getAttribute('srcdoc')).not.toContain('<script');
    unmount();
  }
});
