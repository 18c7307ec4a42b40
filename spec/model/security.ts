/** The credentials of an operation: which security schemes it requires, and where their tokens come from. */
import type { Place } from '../source/source-file.ts';

/** All of these schemes are required together; an empty list allows anonymous calls. */
export interface SecurityRequirement {
  readonly schemes: readonly SecurityScheme[];
  readonly place?: Place;
  /** The scopes that a token needs, by the name of the scheme. */
  readonly scopes?: ReadonlyMap<string, readonly string[]>;
}

export interface SecurityScheme {
  readonly name: string;
  readonly place: Place;
  readonly type: 'http' | 'apiKey' | 'oauth2' | 'openIdConnect' | 'mutualTLS';
  /** For `http`: lower case, such as `bearer` or `basic`. */
  readonly scheme: string | undefined;
  /** For `bearer`: a hint about its tokens, such as `JWT`. */
  readonly bearerFormat?: string;
  /** For `apiKey`. */
  readonly in: 'header' | 'query' | 'cookie' | undefined;
  /** For `apiKey`: the name of the header, query parameter or cookie. */
  readonly parameterName: string | undefined;
  /** The document declares it as a parameter, and does not say that the credential is checked. */
  readonly isParameter?: boolean;
  /** For `oauth2` and `openIdConnect`: the sources of tokens. */
  readonly flows?: readonly SecurityFlow[];
}

export interface SecurityFlow {
  /** `authorizationCode`, `clientCredentials`, ...; `openIdConnect` for that type. */
  readonly name: string;
  readonly place: Place;
  /** The URLs of the flow: `tokenUrl https://id.example.com/token`. */
  readonly urls: readonly string[];
  /** The available scopes; undefined if the document does not list them. */
  readonly scopes?: readonly string[];
}

/** True if every alternative requires credentials. */
export function isSecured({ security }: { readonly security: readonly SecurityRequirement[] }): boolean {
  return (
    security.length > 0 && security.every(({ schemes }) => schemes.some(({ isParameter }) => isParameter !== true))
  );
}
