/**
 * Where a request needs another value each time it is sent. A case is built twice with values that can be told apart:
 * what differs is what the verifier of contracts makes fresh, and Pact is to do the same with the values of a state.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import type { Draft, Fresh } from '../../../conformance/model/draft.ts';
import { memberPath } from '../pact-path.ts';

export interface FreshBody {
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
