/** The credentials in the header Authorization, whose usual form is recognized without a regular expression. */
import { decodeUtf8, fromBase64 } from '../../platform/bytes.ts';

const PREFIX = 'Bearer ';

/** The credential of `Bearer x`; undefined for every other text, also one that means the same. */
export function plainBearer(authorization: string): string | undefined {
  if (!authorization.startsWith(PREFIX) || authorization.length === PREFIX.length) return undefined;
  const credential = authorization.slice(PREFIX.length);
  return /\s/.test(credential) ? undefined : credential;
}

/** The text after the name of the scheme: `Bearer x`, and `Token x` of an API key in this header. */
export function bearerToken({ header }: { readonly header: (name: string) => string | undefined }): string | undefined {
  const authorization = header('authorization') ?? '';
  return plainBearer(authorization) ?? /^[\w-]+ +(\S+)$/.exec(authorization)?.[1];
}

/** The credential, and for `Basic` also the decoded pair and its password. */
export function authorizationParts(value: string): readonly string[] {
  const bearer = plainBearer(value);
  if (bearer !== undefined) return [bearer];
  const [, scheme = '', credential = value] = /^\s*([\w-]+)\s+(.+)$/.exec(value) ?? [];
  if (scheme.toLowerCase() !== 'basic') return [credential.trim()];
  const pair = decodeUtf8(fromBase64(credential));
  return [credential.trim(), pair, pair.slice(pair.indexOf(':') + 1)];
}
