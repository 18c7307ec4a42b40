/** What a run gets its credentials with, where they are no constants: a token endpoint, or a command. */

export interface UserLogin {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** A shell command; the first line of its output is the credential. It replaces the other ways. */
  readonly command?: string | undefined;
}

export interface LoginSettings {
  readonly user: UserLogin;
  /** The second user. */
  readonly otherUser: UserLogin;
  /** An http or https URL, in place of those of the document. */
  readonly tokenUrl?: string | undefined;
}

/** Replaces credentials that expire. They change in place, so the newest ones are always read from `Credentials`. */
export interface CredentialRenewal {
  /** Grows with each renewal. */
  readonly version: number;
  /** Before they expire; undefined when nothing is due. Never rejects: the old ones may still be accepted. */
  renewIfDue(): Promise<void> | undefined;
  /** After a rejection of those of `version`. Resolves to whether there are newer ones. */
  renewRejected(version: number): Promise<boolean>;
  /** The schemes whose credentials were obtained, of both users. */
  readonly schemes: ReadonlySet<string>;
  /** All credentials that were obtained so far, also to refresh others. */
  secrets(): readonly string[];
  /** Why the last renewal failed; undefined if it did not. */
  failure(): string | undefined;
}

/** Whether there is anything to log in with. */
export function hasLogin({ clientId, username, command }: UserLogin): boolean {
  return [clientId, username, command].some((value) => value !== undefined);
}

/** All of them have to be masked. Names of users and clients are no secrets. */
export function loginSecrets({ user, otherUser }: LoginSettings): readonly string[] {
  return [user, otherUser].flatMap(({ clientSecret = [], password = [] }) => [clientSecret, password].flat());
}
