/** Supplied secrets in a request, as variables: a command with them sends the same request. */
import { isUtf8 } from 'node:buffer';
import type { Mask } from '../../../../secrets/masking.ts';
import {
  type CredentialForm,
  jsonEscaped,
  unchanged,
  urlEncoded,
  withoutFirstCharacter,
  withoutLastCharacter,
} from '../../../../shell/credential-form.ts';
import {
  type CredentialReference,
  type CredentialText,
  createReference,
  mergeLiterals,
  type NamedSecret,
} from '../../../../shell/credential-text.ts';
import type { RequestTemplate } from '../../request/credentials/apply-credentials.ts';

/** The parts of a request that `secrets` occur in, each as a reference, in the form in which it is sent. */
export function withSecretReferences(
  { path, headers, body }: RequestTemplate,
  secrets: readonly NamedSecret[],
  mask: Mask,
): RequestTemplate {
  if (secrets.length === 0) return { path, headers, body };
  const terms = secrets.flatMap(searchTerms).toSorted((one, other) => other.text.length - one.text.length);
  const refer = (text: CredentialText) => referToSecrets(text, terms, mask);
  return {
    path: refer(path),
    headers: headers.map(([name, value]) => [name, refer(value)] as const),
    body: body instanceof Uint8Array ? referInBytes(body, refer) : body && refer(body),
  };
}

interface SecretTerm {
  readonly text: string;
  readonly reference: CredentialReference;
}

/** Test cases shorten values by a character. */
const forms: readonly CredentialForm[] = [unchanged, withoutLastCharacter, withoutFirstCharacter].flatMap((form) => [
  form,
  jsonEscaped(form),
  urlEncoded(form),
]);

function searchTerms(namedSecret: NamedSecret): readonly SecretTerm[] {
  return forms.map((form) => ({
    text: form.apply(namedSecret.secret),
    reference: createReference(form, namedSecret),
  }));
}

function referToSecrets(text: CredentialText, terms: readonly SecretTerm[], mask: Mask): CredentialText {
  return mergeLiterals(text).flatMap((part) => (typeof part === 'string' ? splitLiteral(part, terms, mask) : [part]));
}

/**
 * A literal in which another secret overlaps one of these stays whole, so that the mask hides all of it: between the
 * references, it would recognize less.
 */
function splitLiteral(
  literal: string,
  terms: readonly SecretTerm[],
  mask: Mask,
): readonly (string | CredentialReference)[] {
  const parts = [...splitAtTerms(literal, terms)];
  const maskedParts = parts.map((part) => mask(typeof part === 'string' ? part : part.sentValue()));
  return maskedParts.join('') === mask(literal) ? parts : [literal];
}

function* splitAtTerms(literal: string, terms: readonly SecretTerm[]): Generator<string | CredentialReference> {
  let rest = literal;
  while (rest !== '') {
    const next = firstTerm(rest, terms);
    if (next === undefined) break;
    if (next.at > 0) yield rest.slice(0, next.at);
    yield next.term.reference;
    rest = rest.slice(next.at + next.term.text.length);
  }
  if (rest !== '') yield rest;
}

/** The longest of those that begin first. */
function firstTerm(
  text: string,
  terms: readonly SecretTerm[],
): { readonly term: SecretTerm; readonly at: number } | undefined {
  let first: { readonly term: SecretTerm; readonly at: number } | undefined;
  for (const term of terms) {
    const at = text.indexOf(term.text);
    if (at >= 0 && (first === undefined || at < first.at)) first = { term, at };
  }
  return first;
}

/** Bytes that contain none, or that are no text, stay as they are. */
function referInBytes(body: Uint8Array, refer: (text: CredentialText) => CredentialText): CredentialText | Uint8Array {
  if (!isUtf8(body)) return body;
  const referred = refer(Buffer.from(body).toString('utf8'));
  return typeof referred === 'string' || referred.every((part) => typeof part === 'string') ? body : referred;
}

/** What the variables stand for; undefined if the command shows none. */
export function describeHiddenValues(curl: string, secrets: readonly NamedSecret[]): string | undefined {
  const shown = secrets.filter(({ variable }) => new RegExp(`\\$\\{?${variable}\\b`).test(curl));
  if (shown.length === 0) return undefined;
  const names = shown.map(({ variable }) => `$${variable}`);
  return `${names.join(' and ')} ${names.length === 1 ? 'stands for a value that was' : 'stand for values that were'} supplied`;
}
