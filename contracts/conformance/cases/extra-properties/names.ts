import type { Json, JsonObject } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { otherCase } from '../shared/other-case.ts';

/** Members to add to an object. */
export interface Extra {
  /** Within the object; empty for the plainest. */
  readonly name: string;
  /** Completes "the object has". */
  readonly words: string;
  readonly members: JsonObject;
  /** Members of the object that are left out. */
  readonly without?: readonly string[];
  /** The keyword that it is about, where it is not the one that closes an object. */
  readonly about?: string;
  /** Why it may be refused with the declared error, where the contract leaves that open. */
  readonly open?: string;
}

/** In every object, at every depth. */
export const everywhere: readonly Extra[] = [
  { name: '', words: 'a property more', members: { 'x-unknown': 'not declared' } },
  {
    name: '__proto__',
    words: 'a property "__proto__"',
    members: Object.fromEntries([['__proto__', { 'x-unknown': 'not declared' }]]),
  },
];

const unusual = 'an unusual name of a property may be refused';

/** Names that mean something to the language of an implementation, or that it takes for another one. */
export function* inTheBody(value: JsonObject, flat: Schema): Generator<Extra> {
  yield named('constructor', { prototype: { 'x-unknown': true } });
  yield named('toString', 'not declared');
  yield named('', 'not declared', 'an empty name', unusual);
  yield named('x'.repeat(1_000), 'not declared', 'a long name', unusual);
  yield { ...named('$ref', '#/'), open: unusual };
  for (const [name, part] of firstOfEachType(value)) {
    yield named(`${name} `, otherThan(part), `${name} and a space`);
    yield named(otherCase(name), otherThan(part), `${name} in another case`);
  }
  yield* inherited(value, flat);
}

function named(name: string, value: Json, alias?: string, open?: string): Extra {
  const words =
    alias === undefined ? `a property ${JSON.stringify(name)}` : `a property more, named: ${alias}`;
  return { name: alias ?? name, words, members: { [name]: value }, ...(open === undefined ? {} : { open }) };
}

/** A twin of each property would say the same again. */
function firstOfEachType(value: JsonObject): readonly (readonly [string, Json])[] {
  const seen = new Map<string, readonly [string, Json]>();
  for (const [name, part] of Object.entries(value)) {
    if (!seen.has(typeof part) && otherCase(name) !== name) seen.set(typeof part, [name, part]);
  }
  return [...seen.values()];
}

/** Of the same type, so that it can take the place of the right one unnoticed. */
function otherThan(value: Json): Json {
  if (typeof value === 'string') return 'not declared';
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' || typeof value === 'bigint' ? 7 : null;
}

/** What is optional is not there, only its prototype has it: who merges objects makes it appear. */
function* inherited(value: JsonObject, { required }: Schema): Generator<Extra> {
  const optional = Object.entries(value).filter(([name]) => !required.has(name));
  if (optional.length === 0) return;
  yield {
    name: 'optional under __proto__',
    words: 'its optional properties under "__proto__" only',
    members: Object.fromEntries([['__proto__', Object.fromEntries(optional)]]),
    without: optional.map(([name]) => name),
  };
}
