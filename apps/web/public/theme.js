// Applies the stored theme before the first paint; a separate file because the content security
// policy forbids inline scripts. Key, attribute and rule are those of src/app/theme.ts, and
// src/app/theme.test.ts holds the two together.
{
  let preference;
  try {
    preference = JSON.parse(localStorage.getItem('ui.theme') ?? '"system"');
  } catch {
    // Storage denied or malformed: the system decides.
  }
  const dark =
    preference === 'dark' ||
    (preference !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}
