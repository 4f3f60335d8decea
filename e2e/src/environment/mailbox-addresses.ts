/** Empty mailboxes in the sandbox; each user that the test environment makes owns the next one. */
export const mailboxAddresses = Array.from(
  { length: 400 },
  (_, index) => `person${index + 1}@harborfinch.example`,
);
