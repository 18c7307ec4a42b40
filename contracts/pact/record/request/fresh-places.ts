/**
 * Where a request needs another value each time it is sent. A case is built twice with values that can be told apart:
 * what differs is what the verifier of contracts makes fresh, and Pact is to do the same with the values of a state. The
 * same goes for credentials, of which a pact has examples alone.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import type { Contract, SecurityScheme } from '../../../../spec/model/contract.ts';
import type { Draft, Fresh } from '../../../conformance/model/draft.ts';
import { type Credentials, isBearer } from '../../../options/credentials.ts';
import { memberPath } from '../recorded.ts';

interface FreshBody {
  /** The same in every recording. */
  readonly value: Json;
  /** Generators by path: `$.id`. */
  readonly generators: JsonObject;
}

export interface Builds {
  readonly frozen: Draft;
  readonly first: Draft;
  readonly second: Draft;
}

const FIRST = {
  number: 1_111_111_111,
  word: 'a1b2c3d4',
  uuid: '1a2b3c4d-1111-4111-8111-111111111111',
} as const;

const SECOND = {
  number: 1_222_222_222,
  word: 'e5f6g7h8',
  uuid: '5e6f7a8b-2222-4222-8222-222222222222',
} as const;

export function buildsOf(build: (fresh: Fresh) => Draft): Builds {
  return {
    frozen: build({ ...always(FIRST), isFrozen: true }),
    first: build(always(FIRST)),
    second: build(always(SECOND)),
  };
}

function always({ number, word, uuid }: typeof FIRST | typeof SECOND): Fresh {
  return { known: () => number, number: () => number, word: () => word, uuid: () => uuid };
}

export function freshBody({ frozen, first, second }: Builds): FreshBody | undefined {
  if (frozen.value === undefined || first.value === undefined || second.value === undefined) return undefined;
  const generators = [...differences([frozen.value, first.value, second.value], '$')];
  return { value: frozen.value, generators: Object.fromEntries(generators) };
}

type Three = readonly [frozen: Json, first: Json, second: Json];

function* differences([frozen, first, second]: Three, path: string): Generator<[string, JsonObject]> {
  if (isJsonArray(first) && isJsonArray(second) && isJsonArray(frozen)) {
    for (const [index, item] of first.entries())
      yield* differences([frozen[index] ?? null, item, second[index] ?? null], `${path}[${index}]`);
    return;
  }
  if (isJsonObject(first) && isJsonObject(second) && isJsonObject(frozen)) {
    for (const [name, part] of Object.entries(first)) {
      const inside = memberPath(path, name);
      if (inside === undefined) continue;
      // A fresh value would name what is not there; the state may say what is.
      if (isReference(name) && isPlain(part)) yield [inside, fromState(stateValue(name))];
      else yield* differences([frozen[name] ?? null, part, second[name] ?? null], inside);
    }
    return;
  }
  const expression = first === second ? undefined : expressionFor(first);
  if (expression !== undefined) yield [path, fromState(expression)];
}

/** By the names that people give to references: `petId`, `owner_ids`. */
export function isReference(name: string): boolean {
  return /[a-z\d]Ids?$|_ids?$/.test(name);
}

function isPlain(value: Json): boolean {
  return typeof value !== 'object';
}

function expressionFor(value: Json): string | undefined {
  if (value === FIRST.number) return stateValue('freshNumber');
  if (typeof value !== 'string') return undefined;
  if (value.includes(FIRST.word)) return value.replaceAll(FIRST.word, stateValue('freshWord'));
  return uuid.test(value) ? stateValue('freshUuid') : undefined;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** `${name}`, which the verifier replaces by what the provider state has answered under that name. */
export function stateValue(name: string): string {
  return `\${${name}}`;
}

export function fromState(expression: string): JsonObject {
  return { type: 'ProviderState', expression };
}

const EXAMPLE_TOKEN = 'EXAMPLE-TOKEN-NOT-A-SECRET';

/** Credentials in a pact: an example that is none, and the provider state that gives the real one. */
export interface CredentialValues {
  /** Examples, by scheme. */
  readonly examples: Credentials;
  /** A text in which examples have become expressions; undefined where none is in it. */
  expressionFor(text: string): string | undefined;
}

/**
 * Bearer tokens are the value `token`; where the contract has several such schemes, and for every other scheme, it is
 * `credential.NAME`: the key, or what stands behind the word of the scheme, which for `basic` is in Base64.
 */
export function credentialValues({ securitySchemes }: Pick<Contract, 'securitySchemes'>): CredentialValues {
  const bearers = securitySchemes.filter(isBearer);
  const given = securitySchemes.map((scheme, index) => ({
    scheme,
    name: isBearer(scheme) && bearers.length === 1 ? 'token' : `credential.${scheme.name}`,
    example: isBearer(scheme) && bearers.length === 1 ? EXAMPLE_TOKEN : exampleFor(index),
  }));
  const replacements = given.map(({ scheme, name, example }) => ({
    sent: isBasic(scheme) ? Buffer.from(example).toString('base64') : example,
    expression: stateValue(name),
  }));
  return {
    examples: {
      token: undefined,
      byScheme: new Map(given.map(({ scheme, example }) => [scheme.name, example])),
    },
    expressionFor: (text) => {
      const found = replacements.filter(({ sent }) => text.includes(sent));
      const expression = found.reduce((all, { sent, expression: by }) => all.replaceAll(sent, by), text);
      return found.length === 0 ? undefined : expression;
    },
  };
}

/** The user and the password of `basic`, and a key of any other kind; no example is part of another. */
function exampleFor(index: number): string {
  return `EXAMPLE-CREDENTIAL-${index + 1}-NOT-A-SECRET`;
}

function isBasic({ type, scheme }: SecurityScheme): boolean {
  return type === 'http' && scheme === 'basic';
}
