import { describe, expect, it } from 'vitest';
import { extractContacts, ownOf } from './extract-contacts.ts';

const own = ownOf(['Ann@mail.example.org', 'ann@company.co.uk', 'nobody']);

const peopleOf = (emails: string[], listAddresses: string[] = []) =>
  extractContacts(
    {
      occurredAt: new Date(),
      participants: emails.map((email) => ({ name: '', email, role: 'to' })),
      listAddresses,
    },
    own,
  );
const domainsOf = (emails: string[], listAddresses: string[] = []) =>
  peopleOf(emails, listAddresses).contacts.map(({ domain }) => domain);

it('reads a limited number of people of one email, even with a million in its header', () => {
  const emails = Array.from({ length: 5_000 }, (_, index) => `a@company-${index}.example.com`);
  const domains = emails.map((email) => email.replace('.example', ''));
  expect(peopleOf(domains).contacts).toHaveLength(1_000);
});

describe('who could be an account', () => {
  it('is at a company, by its registrable domain', () => {
    expect(domainsOf(['a@acme.com', 'b@eu.acme.com', 'c@x.acme.co.uk'])).toEqual([
      'acme.com',
      'acme.com',
      'acme.co.uk',
    ]);
  });

  it.each([
    ['free mail', 'a@gmail.com', 'gmail.com', 'free-mail'],
    ['a colleague', 'a@example.org', 'example.org', 'own-domain'],
    ['a colleague elsewhere', 'a@eu.company.co.uk', 'company.co.uk', 'own-domain'],
    ['a list of a list host', 'dev@lists.project.example', 'lists.project.example', 'list'],
    ['a list of a list provider', 'dev@googlegroups.com', 'googlegroups.com', 'list'],
    ['a list of its customer', 'dev@project.groups.io', 'project.groups.io', 'list'],
  ])('is not %s, which is excluded with the reason', (_what, email, domain, reason) => {
    expect(peopleOf([email])).toEqual({ contacts: [], excluded: [{ domain, reason }] });
  });

  it.each([
    ['a public suffix', 'a@co.uk'],
    ['no domain', 'a@localhost'],
    ['no address', 'a'],
    ['the person', 'ann@mail.example.org'],
  ])('is not %s, which is no news either', (_what, email) => {
    expect(peopleOf([email])).toEqual({ contacts: [], excluded: [] });
  });

  it('is not the list that a mail went through, but who wrote to it', () => {
    const { contacts, excluded } = peopleOf(
      ['dev@project.example', 'eve@acme.com'],
      ['dev@project.example'],
    );
    expect(contacts).toMatchObject([{ domain: 'acme.com' }]);
    expect(excluded).toEqual([{ domain: 'project.example', reason: 'list' }]);
  });

  it('is not a friend where the person has a free mailbox, too', () => {
    const free = ownOf(['ann@gmail.com']);
    const head = {
      occurredAt: new Date(),
      participants: ['ann@gmail.com', 'friend@gmail.com'].map((email) => ({
        name: '',
        email,
        role: 'to' as const,
      })),
      listAddresses: [],
    };
    expect(extractContacts(head, free).excluded).toEqual([
      { domain: 'gmail.com', reason: 'free-mail' },
    ]);
  });
});
