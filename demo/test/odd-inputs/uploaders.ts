import { limits } from '@repo/contract/limits';
import type { MailFile } from '@repo/contract/mail-files';
import type { ApiClient } from '../../src/api-client.ts';
import { importFile } from '../import-file.ts';
import { makeAccount } from '../track-everything.ts';
import type { Product } from './start-product.ts';

/** A person who uploads files. */
export interface Uploader {
  client: ApiClient;
  /** Tracks and shares a domain; returns its account, or undefined when the domain is refused. */
  account: (domain: string) => Promise<string | undefined>;
  upload: (name: string, content: Buffer) => Promise<MailFile>;
}

/**
 * The people of a company, each of whom may upload so many files a day, and one at a time.
 *
 * @param lane whose uploads follow each other; those of other lanes are by other people.
 */
export function createUploaders(product: Product, lane: number) {
  const people = new Map<string, Promise<Uploader & { uploads: number }>>();
  const meet = (name: string) => {
    const known = people.get(name) ?? join(product, `${name}@harborfinch.example`);
    people.set(name, known);
    return known;
  };
  let colleague = 1;

  /** @param name of the one whose file it is; absent if that makes no difference. */
  async function uploaderOf(uploads: number, name?: string): Promise<Uploader> {
    const person = await meet(name ?? `colleague${lane}-${colleague}`);
    if (name !== undefined || person.uploads + uploads <= limits.mailFilesPerDay) {
      person.uploads += uploads;
      return person;
    }
    colleague += 1;
    return uploaderOf(uploads);
  }
  return uploaderOf;
}

async function join(product: Product, email: string) {
  const client = await product.join(email);
  const accounts = new Map<string, Promise<string | undefined>>();
  return {
    client,
    uploads: 0,
    account: (domain: string) => {
      const known = accounts.get(domain) ?? makeAccount(client, domain, product.workspaceId);
      accounts.set(domain, known);
      return known;
    },
    upload: (name: string, content: Buffer) => importFile(client, name, content),
  };
}

/** All that the page of files says about a file. */
export const saidOf = ({ message, problems }: MailFile): string =>
  [message ?? '', ...problems.map(({ reason }) => reason)].join(' ').trim();
