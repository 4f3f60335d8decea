import { describe, expect, it } from 'vitest';
import { contactsOf, ownDomainsOf } from './contacts-of.ts';

const own = ownDomainsOf(['ann@mail.example.org', 'ann@company.co.uk', 'nobody']);

const domainsOf = (emails: string[], listAddresses: string[] = []) =>
  contactsOf(
    {
      occurredAt: new Date(),
      participants: emails.map((email) => ({ name: '', email, role: 'to' })),
      listAddresses,
    },
    own,
  ).map(({ domain }) => domain);

describe('who could be an account', () => {
  it('is at a company, by its registrable domain', () => {
    expect(domainsOf(['a@acme.com', 'b@eu.acme.com', 'c@x.acme.co.uk'])).toEqual([
      'acme.com',
      'acme.com',
      'acme.co.uk',
    ]);
  });

  it.each([
    ['free mail', 'a@gmail.com'],
    ['a colleague', 'a@example.org'],
    ['a colleague elsewhere', 'a@eu.company.co.uk'],
    ['a public suffix', 'a@co.uk'],
    ['no domain', 'a@localhost'],
    ['no address', 'a'],
    ['a list of a domain’s list host', 'dev@lists.project.example'],
    ['a list of a list provider', 'dev@googlegroups.com'],
    ['a list of a list provider’s customer', 'dev@project.groups.io'],
  ])('is not %s', (_what, email) => {
    expect(domainsOf([email])).toEqual([]);
  });

  it('is not the list that a mail went through, but who wrote to it', () => {
    expect(domainsOf(['dev@project.example', 'eve@acme.com'], ['dev@project.example'])).toEqual([
      'acme.com',
    ]);
  });
});
