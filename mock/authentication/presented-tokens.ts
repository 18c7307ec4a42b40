/** The tokens of earlier logins that a request presents as credentials. */
import type { SecurityScheme } from '../../spec/model/contract.ts';
import { type CredentialSources, findCredential } from './authenticate.ts';
import { bearerToken } from './authorization-header.ts';
import type { IssuedToken, IssuedTokens, PresentedTokens } from './issued-tokens.ts';

export const noTokens: PresentedTokens = new Map();

export type TokenFinder = (sources: CredentialSources) => PresentedTokens | Promise<PresentedTokens>;

/** Synchronous for the common requests: without credentials, and with a configured token. */
export function createTokenFinder(
  schemes: readonly SecurityScheme[],
  configured: readonly string[],
  issued: IssuedTokens,
): TokenFinder {
  const fixed = new Set(configured);
  const declared = schemes.filter(({ scheme }) => scheme !== 'basic');
  return (sources) => {
    const credentials = sentCredentials(declared, fixed, sources);
    return credentials.length === 0 ? noTokens : lookUp(credentials, issued);
  };
}

/** Longer texts are none that the mock issued. */
const MAX_LENGTH = 8_192;

async function lookUp(credentials: readonly string[], issued: IssuedTokens): Promise<PresentedTokens> {
  const found = new Map<string, IssuedToken>();
  for (const credential of new Set(credentials)) {
    const token = credential.length > MAX_LENGTH ? undefined : await issued.find(credential);
    if (token !== undefined) found.set(credential, token);
  }
  return found;
}

/** Without the configured ones. Also where no scheme is declared: bearer tokens are the rule. */
function sentCredentials(
  schemes: readonly SecurityScheme[],
  configured: ReadonlySet<string>,
  sources: CredentialSources,
): readonly string[] {
  let found = noCredentials;
  const add = (credential: string | undefined) => {
    if (credential !== undefined && credential !== '' && !configured.has(credential)) found = [...found, credential];
  };
  for (const scheme of schemes) add(findCredential(scheme, sources));
  add(bearerToken(sources));
  return found;
}

const noCredentials: readonly string[] = [];
