/** Which alternatives of an operation's security requirements a run has credentials for. */
import { KitError } from '../../../../errors.ts';
import type { Operation, SecurityScheme } from '../../../../spec/model/contract.ts';
import {
  type Credentials,
  isBasic,
  isBearer,
  isCertificate,
  secretFor,
} from '../../../options/credentials.ts';
import type { Draft } from '../../model/draft.ts';
import { withCredentials } from './place.ts';

/** The schemes to fill in for an operation: those of the first alternative that we have credentials for. */
export function schemesFor(operation: Operation, credentials: Credentials): readonly SecurityScheme[] {
  const usable = operation.security.find(({ schemes }) =>
    schemes.every((scheme) => isCertificate(scheme) || secretFor(scheme, credentials) !== undefined),
  );
  if (usable !== undefined) return usable.schemes;
  if (operation.security.length === 0) return [];
  const wanted = operation.security
    .map(({ schemes }) => schemes.map(({ name }) => name).join(' and '))
    .join(', or ');
  throw new KitError('credentials-missing', `${operation.id} asks for ${wanted}`);
}

/** What cases have to know of the credentials that are given, beside what goes out. */
export interface AtHand {
  /** What is enough in the place of the schemes that are filled in; empty for a request without any. */
  readonly alternatives: readonly (readonly SecurityScheme[])[];
  /** The names of the schemes whose secret has letters beyond ASCII: for basic, its password. */
  readonly beyondAscii: ReadonlySet<string>;
}

/** Throws `credentials-missing` where none of the alternatives of an operation is given. */
export function atHandFor(operation: Operation, credentials: Credentials): AtHand {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  const beyond = schemes.filter((scheme) => {
    const secret = secretFor(scheme, credentials) ?? '';
    return /[^\x00-\x7f]/.test(isBasic(scheme) ? secret.replace(/^[^:]*:/, '') : secret);
  });
  return {
    alternatives: otherAlternatives(operation, credentials),
    beyondAscii: new Set(beyond.map(({ name }) => name)),
  };
}

/**
 * A token that is given for all is sent as a bearer token alone: whether an alternative of another kind
 * accepts it is not known.
 */
function otherAlternatives(
  operation: Operation,
  credentials: Credentials,
): readonly (readonly SecurityScheme[])[] {
  const { token, byScheme } = credentials;
  const isGiven = (scheme: SecurityScheme) =>
    byScheme.has(scheme.name) || (token !== undefined && isBearer(scheme));
  const seen = new Set([sentFor(schemesFor(operation, credentials), credentials)]);
  return operation.security
    .map(({ schemes }) => schemes)
    .filter((schemes) => schemes.every(isGiven))
    .filter((schemes) => seen.size < seen.add(sentFor(schemes, credentials)).size);
}

/** The same for alternatives that a request does not tell apart. */
function sentFor(schemes: readonly SecurityScheme[], credentials: Credentials): string {
  const { path, headers } = withCredentials(empty, schemes, credentials);
  return JSON.stringify([path, headers.toSorted()]);
}

const empty: Draft = { path: '', headers: [], body: undefined, value: undefined, credentials: 'right' };
