/** The password of every user that the test environment creates. */
export const TEST_PASSWORD = 'a good long password';

export interface TestUser {
  id: string;
  name: string;
  email: string;
  token: string;
}

interface TeamWorkspace {
  organization: { id: string; name: string; slug: string };
  workspace: { id: string; name: string; slug: string };
}

/** An organization with one workspace; the first user owns it. */
export interface Team extends TeamWorkspace {
  people: TestUser[];
  otherWorkspaces: TeamWorkspace[];
}

export interface TeamRequest {
  people: number;
  /** Makes the first user an administrator. */
  admin?: boolean;
  /** The number of additional organizations, with one workspace each, in which all are members. */
  otherWorkspaces?: number;
}
