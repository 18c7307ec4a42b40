import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { isJsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { Case } from '../model/case.ts';
import type { OpenAnswer } from '../model/draft.ts';
import { caseOf } from '../request/case-of.ts';
import type { Twin } from '../request/twin.ts';
import { rawDraft } from '../request/twin-draft.ts';
import { otherCase } from '../request/values/choices.ts';
import { freshen } from '../request/values/fresh.ts';
import { replaceAt, valueAt } from '../request/values/sites.ts';
import type { Family } from './family.ts';
import { allows } from './shared/allowed.ts';
import { placeOfKeyword } from './shared/keyword-place.ts';
import {
  allMutationPointsOf,
  entriesOf,
  type MemberEntry,
  type MutationPoint,
} from './shared/mutation-points.ts';

/** A property more, at every depth: taken without touching the others where the contract allows it, else rejected. */
export const extraProperties: Family = {
  name: 'extra-properties',
  summary: 'a property beyond the declared ones changes nothing, or is rejected where the object is closed',
  *generate({ twin }): Generator<Case> {
    if (twin.body === undefined) return;
    for (const point of allMutationPointsOf(twin.body)) {
      const { value, flat, path } = point;
      if (!isJsonObject(value)) continue;
      for (const extra of everywhere) yield caseFor(twin, point, extra);
      const more = path.length === 0 && isOpen(point) ? inTheBody(value, flat) : [];
      for (const extra of more) yield caseFor(twin, point, extra);
      for (const extra of entryProbes(point)) yield caseFor(twin, point, extra);
    }
  },
};

/** Members to add to an object. */
interface Extra {
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
const everywhere: readonly Extra[] = [
  { name: '', words: 'a property more', members: { 'x-unknown': 'not declared' } },
  {
    name: '__proto__',
    words: 'a property "__proto__"',
    members: Object.fromEntries([['__proto__', { 'x-unknown': 'not declared' }]]),
  },
];

function isOpen(point: MutationPoint): boolean {
  return isValid(point.body.schema, added(point, point.body.full, { 'x-unknown': '' }), 'request');
}

function caseFor(
  twin: Twin,
  point: MutationPoint,
  { name, words, members, about, without = [], open }: Extra,
): Case {
  const { body } = point;
  const edit = (whole: Json) => added(point, whole, members, without);
  const valid = isValid(body.schema, edit(body.full), 'request');
  // What the contract does not declare need not come back.
  const declares = about !== undefined;
  return caseOf(twin, {
    family: 'extra-properties',
    name: name === '' ? point.name : `${point.name}/${name}`,
    topic: valid ? `${point.name} with more` : point.name,
    expectation: valid ? 'accept' : 'reject',
    mutation: `${point.name} has ${words}${valid ? '' : ' that the contract does not allow'}`,
    place: placeOfKeyword(point.schema, about ?? keywordOf(point.flat)),
    open: valid ? openAnswers(point, open) : [],
    build: (fresh) => {
      const whole = freshen(body.full, body.schema, fresh);
      const value = declares ? edit(whole) : added(point, whole, {}, without);
      return rawDraft(twin, { text: stringifyJson(edit(whole)), value });
    },
  });
}

/** In place, behind what is there; `__proto__` as a property like any other. */
function added(
  { path }: Pick<MutationPoint, 'path'>,
  whole: Json,
  members: JsonObject,
  without: readonly string[] = [],
): Json {
  const object = valueAt(whole, path);
  const kept = isJsonObject(object) ? Object.entries(object).filter(([name]) => !without.includes(name)) : [];
  return replaceAt(whole, path, Object.fromEntries([...kept, ...Object.entries(members)]));
}

function keywordOf(schema: Schema): string {
  return schema.unevaluatedProperties === undefined ? 'additionalProperties' : 'unevaluatedProperties';
}

/** JSON Schema allows what it does not name; few documents say that they mean it. */
function openAnswers({ flat }: MutationPoint, own: string | undefined): readonly OpenAnswer[] {
  const unsaid = 'the schema does not say that properties beyond its own are taken';
  const because = own ?? (flat.additionalProperties === undefined ? unsaid : undefined);
  return because === undefined ? [] : [{ status: 'declared client error', because }];
}

/** Members under any name for which the object declares a schema: valid, invalid, and under a name that it does not take. */
function* entryProbes(point: MutationPoint): Generator<Extra> {
  const { flat } = point;
  for (const entry of entriesOf(flat)) {
    const about = flat.patternProperties.some(({ schema }) => schema === entry.schema)
      ? 'patternProperties'
      : 'additionalProperties';
    if (takes(point, entry.name, entry.value)) yield* bothSides(point, entry, about);
    if (about === 'patternProperties') yield* nearMisses(point, entry);
  }
  for (const name of flat.propertyNames === undefined ? [] : ['!', 'AN entry', 'x'.repeat(200)]) {
    const [{ value } = { value: 'not declared' }] = entriesOf(flat);
    if (takes(point, name, value)) continue;
    const words = `a property named ${JSON.stringify(name.slice(0, 20))}`;
    yield { name: words, words, members: { [name]: value }, about: 'propertyNames' };
  }
}

function* bothSides(
  point: MutationPoint,
  { name, schema, value }: MemberEntry,
  about: string,
): Generator<Extra> {
  const words = `a property ${JSON.stringify(name)}`;
  yield { name: `${name} that is valid`, words: `${words} that is valid`, members: { [name]: value }, about };
  const wrong = candidates.find((one) => !isValid(schema, one, 'request') && !takes(point, name, one));
  if (wrong === undefined) return;
  yield {
    name: `${name} that is invalid`,
    words: `${words} of another kind`,
    members: { [name]: wrong },
    about,
  };
  const longName = `${name}${'x'.repeat(300)}`;
  if (about === 'patternProperties' || !takes(point, longName, value)) return;
  const open = 'a long name of a property may be refused';
  yield {
    name: `${name} with a long name`,
    words: 'a property with a long name',
    members: { [longName]: value },
    about,
    open,
  };
  yield { name: 'no name', words: 'a property without a name', members: { '': value }, about, open };
}

const LONG = 60;

/** Names that the pattern does not take, and a looser one would: in another case, or longer. */
function* nearMisses(point: MutationPoint, { name, value }: MemberEntry): Generator<Extra> {
  const longer = name.repeat(Math.ceil(LONG / Math.max(name.length, 1)));
  for (const [other, how] of [
    [otherCase(name), 'in another case'],
    [longer, 'over and over'],
  ] as const) {
    if (other === name || takes(point, other, value)) continue;
    yield {
      name: `${name} ${how}`,
      words: `a property named as ${JSON.stringify(name)} ${how}`,
      members: { [other]: value },
    };
  }
}

const candidates: readonly Json[] = [null, 7, 'seven', { value: null }, [[]], true];

function takes(point: MutationPoint, name: string, value: Json): boolean {
  const members = isJsonObject(point.value) ? Object.entries(point.value) : [];
  return allows(point, Object.fromEntries([...members, [name, value]]));
}

const unusual = 'an unusual name of a property may be refused';

/** Names that mean something to the language of an implementation, or that it takes for another one. */
function* inTheBody(value: JsonObject, flat: Schema): Generator<Extra> {
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
