/**
 * Finds the values of a request that must be new for each run. A case is built twice with distinguishable values: those
 * that differ are generated freshly by the conformance run, and in a pact they come from a provider state. Credentials
 * also come from a provider state; the pact only contains examples.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import type { Contract, SecurityScheme } from '../../../../spec/model/contract.ts';
import type { FreshValues, RequestSpec } from '../../../conformance/model/request-spec.ts';
import { type Credentials, isBearer } from '../../../options/credentials.ts';
import { memberPactPath } from '../recording-model.ts';

interface GeneratedBody {
  /** The same in every recording. */
  readonly value: Json;
  /** Generators by path: `$.id`. */
  readonly generators: JsonObject;
}

export interface RequestVariants {
  readonly frozen: RequestSpec;
  readonly first: RequestSpec;
  readonly second: RequestSpec;
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

export function buildVariants(build: (fresh: FreshValues) => RequestSpec): RequestVariants {
  return {
    frozen: build({ ...fixedValues(FIRST), isVerbatim: true }),
    first: build(fixedValues(FIRST)),
    second: build(fixedValues(SECOND)),
  };
}

function fixedValues({ number, word, uuid }: typeof FIRST | typeof SECOND): FreshValues {
  return {
    acceptedNumber: () => number,
    number: () => number,
    word: () => word,
    uuid: () => uuid,
    nextIndex: (size) => number % size,
    // Only words are recognized in a text.
    appendsWords: true,
  };
}

export function findFreshValues({ frozen, first, second }: RequestVariants): GeneratedBody | undefined {
  if (frozen.value === undefined || first.value === undefined || second.value === undefined) return undefined;
  const generators = [...findDifferences([frozen.value, first.value, second.value], '$')];
  return { value: frozen.value, generators: Object.fromEntries(generators) };
}

type ThreeValues = readonly [frozen: Json, first: Json, second: Json];

function* findDifferences([frozen, first, second]: ThreeValues, path: string): Generator<[string, JsonObject]> {
  if (isJsonArray(first) && isJsonArray(second) && isJsonArray(frozen)) {
    for (const [index, item] of first.entries())
      yield* findDifferences([frozen[index] ?? null, item, second[index] ?? null], `${path}[${index}]`);
    return;
  }
  if (isJsonObject(first) && isJsonObject(second) && isJsonObject(frozen)) {
    for (const [name, part] of Object.entries(first)) {
      const childPath = memberPactPath(path, name);
      if (childPath === undefined) continue;
      // A fresh value would refer to a missing record; a provider state can supply an existing one.
      if (isReference(name) && isScalar(part)) yield [childPath, providerStateGenerator(stateValue(name))];
      else yield* findDifferences([frozen[name] ?? null, part, second[name] ?? null], childPath);
    }
    return;
  }
  const expression = first === second ? undefined : stateExpression(first);
  if (expression !== undefined) yield [path, providerStateGenerator(expression)];
}

/** Recognizes usual names of references: `petId`, `owner_ids`. */
export function isReference(name: string): boolean {
  return /[a-z\d]Ids?$|_ids?$/.test(name);
}

function isScalar(value: Json): boolean {
  return typeof value !== 'object';
}

function stateExpression(value: Json): string | undefined {
  if (value === FIRST.number) return stateValue('freshNumber');
  if (typeof value !== 'string') return undefined;
  if (value.includes(FIRST.word)) return value.replaceAll(FIRST.word, stateValue('freshWord'));
  return uuidPattern.test(value) ? stateValue('freshUuid') : undefined;
}

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** `${name}`, which the verifier replaces with the value of that name from the provider state. */
export function stateValue(name: string): string {
  return `\${${name}}`;
}

export function providerStateGenerator(expression: string): JsonObject {
  return { type: 'ProviderState', expression };
}

const EXAMPLE_TOKEN = 'EXAMPLE-TOKEN-NOT-A-SECRET';

/** Credentials in a pact: an example, and the provider-state expression for the real one. */
export interface CredentialValues {
  /** Example credentials, by scheme. */
  readonly examples: Credentials;
  /** Replaces examples in a text with expressions; undefined if it contains none. */
  expressionFor(text: string): string | undefined;
}

/**
 * A bearer token is the value `token`. If the contract has several bearer schemes, and for every other scheme, the name
 * is `credential.NAME`: the key, or the part after the scheme name in Authorization, which is in Base64 for `basic`.
 */
export function createCredentialValues({ securitySchemes }: Pick<Contract, 'securitySchemes'>): CredentialValues {
  const bearers = securitySchemes.filter(isBearer);
  const schemeExamples = securitySchemes.map((scheme, index) => ({
    scheme,
    name: isBearer(scheme) && bearers.length === 1 ? 'token' : `credential.${scheme.name}`,
    example: isBearer(scheme) && bearers.length === 1 ? EXAMPLE_TOKEN : exampleCredential(index),
  }));
  const replacements = schemeExamples.map(({ scheme, name, example }) => ({
    sent: isBasic(scheme) ? Buffer.from(example).toString('base64') : example,
    expression: stateValue(name),
  }));
  return {
    examples: {
      token: undefined,
      byScheme: new Map(schemeExamples.map(({ scheme, example }) => [scheme.name, example])),
    },
    expressionFor: (text) => {
      const contained = replacements.filter(({ sent }) => text.includes(sent));
      const expression = contained.reduce(
        (all, { sent, expression: replacement }) => all.replaceAll(sent, replacement),
        text,
      );
      return contained.length === 0 ? undefined : expression;
    },
  };
}

/** User name and password for `basic`, or a key for other schemes; no example is part of another. */
function exampleCredential(index: number): string {
  return `EXAMPLE-CREDENTIAL-${index + 1}-NOT-A-SECRET`;
}

function isBasic({ type, scheme }: SecurityScheme): boolean {
  return type === 'http' && scheme === 'basic';
}
