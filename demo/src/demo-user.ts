/** A sign-in of the demo, in the form that `--json` prints. */
export interface DemoUser {
  email: string;
  password: string;
  isAdmin: boolean;
  /** In the order of joining. */
  workspaces: { id: string; slug: string; organizationSlug: string }[];
}
