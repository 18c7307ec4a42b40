/** What imports are told of an implementation, in the words of the commands: where it is, and what opens it. */
import type { SpecSource } from '../../spec/loading/given.ts';
import {
  address,
  document,
  flag,
  type Kind,
  namesTo,
  needed,
  text,
} from '../../spec/options/option-kinds.ts';
import type { Credentials } from './credentials.ts';
import { sendableSecret, sendableToken } from './target.ts';

export interface TargetOptions {
  /** http or https; a base path included. */
  readonly baseUrl: string | URL;
  /** The contract: the path or URL of an OpenAPI 3.0 or 3.1 document, or the document as an object. The Plant Store unless given. */
  readonly spec?: SpecSource | undefined;
  /** The bearer token, and the credential of every other scheme that has none of its own. No environment variable is read. */
  readonly token?: string | undefined;
  /** The credential of a security scheme, by its name; for basic `user:password`. */
  readonly auth?: Readonly<Record<string, string>> | undefined;
  /** Advice fails too. */
  readonly strict?: boolean | undefined;
}

export const targetKinds: Readonly<Record<keyof TargetOptions, Kind>> = {
  baseUrl: needed(address),
  spec: document,
  token: text,
  auth: namesTo(text),
  strict: flag,
};

/** Throws `option-invalid` for what no header can carry, and does not repeat it. */
export function credentialsOf({ token, auth = {} }: Pick<TargetOptions, 'token' | 'auth'>): Credentials {
  const byScheme = Object.entries(auth).map(
    ([name, secret]) => [name, sendableSecret(secret, `auth ${name}`)] as const,
  );
  return {
    token: token === undefined || token === '' ? undefined : sendableToken(token, 'token'),
    byScheme: new Map(byScheme),
  };
}
