/** Bodies drawn from the schema: valid ones, and ones with one thing wrong. */
import fc from 'fast-check';
import type { Json } from '../../../../spec/json/exact-json.ts';
import { stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Place } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { isValid, validate } from '../../../../spec/validation/validate.ts';
import type { OpenAnswer } from '../../model/draft.ts';
import { caseOf } from '../../request/case-of.ts';
import type { Twin, TwinBody } from '../../request/twin.ts';
import { jsonDraft, rawDraft } from '../../request/twin-draft.ts';
import { freshenNumbers } from '../../request/values/fresh.ts';
import { removeAt, replaceAt, sitesBelow } from '../../request/values/sites.ts';
import { escapeAll } from '../shared/spelt.ts';
import { arbitraryOf } from './arbitrary.ts';
import { nameOf, type RandomKind } from './kind.ts';
import { reasonToRefuse } from './numbers-and-words.ts';

/** Valid ones. Every other one has new identifiers, so that a store that refuses known ones takes it in every run. */
export function validKind(twin: Twin, { schema, media }: TwinBody): RandomKind<Json> {
  const name = 'valid';
  return {
    name,
    arbitrary: arbitraryOf(schema),
    caseFor(value, at) {
      if (!isValid(schema, value, 'request')) return undefined;
      const [index = 0] = at.path;
      const isFresh = index % 2 === 0;
      const write = spellings[index % spellings.length] ?? stringifyJson;
      const tried = caseOf(twin, {
        family: 'random',
        name: nameOf({ name }, at),
        topic: name,
        expectation: 'accept',
        mutation: 'the body is drawn at random from its schema',
        place: media.place,
        open: openFor(value),
        fixed: isFresh ? 'text' : 'number',
        build: (fresh) => {
          const sent = isFresh ? freshenNumbers(value, schema, fresh) : value;
          return rawDraft(twin, { text: write(sent), value: sent });
        },
      });
      return { tried, value };
    },
  };
}

const spellings: readonly ((value: Json) => string)[] = [
  stringifyJson,
  stringifyJson,
  (value) => stringifyJson(value, 1),
  stringifyJson,
  escapeAll,
];

/** What the contract does not state, and a store may refuse all the same. */
function openFor(value: Json): readonly OpenAnswer[] {
  const because = textsIn(value)
    .map(reasonToRefuse)
    .find((reason) => reason !== undefined);
  return because === undefined ? [] : [{ status: 'declared client error', because }];
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A valid body, and what is put in the place of a part of it. */
interface WrongDraw {
  readonly body: Json;
  readonly where: number;
  /** Undefined leaves the property out. */
  readonly wrong: Json | undefined;
}

/** Bodies with one thing wrong. */
export function wrongKind(twin: Twin, { schema }: TwinBody): RandomKind<WrongDraw> {
  const name = 'wrong';
  return {
    name,
    arbitrary: fc.record({ body: arbitraryOf(schema), where: fc.nat(1_000), wrong }),
    caseFor(drawn, at) {
      const spoilt = spoil(schema, drawn);
      if (spoilt === undefined) return undefined;
      const { value, mutation, place } = spoilt;
      const tried = caseOf(twin, {
        family: 'random',
        name: nameOf({ name }, at),
        // What is found by chance alone is told by the line that it breaks.
        topic: `${name} ${place.pointer}`,
        expectation: 'reject',
        mutation: `the body is drawn at random, and ${mutation}`,
        place,
        build: (fresh) => {
          const renewed = spoilt.spoil(freshenNumbers(drawn.body, schema, fresh));
          return jsonDraft(twin, isValid(schema, renewed, 'request') ? value : renewed);
        },
      });
      return { tried, value };
    },
  };
}

const wrong: fc.Arbitrary<Json | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.bigInt({ min: 2n ** 63n, max: 2n ** 66n }),
  fc.integer({ min: -1e6, max: 1e6 }).map((number) => number + 0.5),
  fc.string({ maxLength: 12 }),
  fc.integer().map(String),
  fc.constant([]),
  fc.constant({}),
  fc.array(fc.string({ maxLength: 4 }), { minLength: 1, maxLength: 2 }),
);

interface Spoilt {
  readonly value: Json;
  /** What was done, in words. */
  readonly mutation: string;
  /** Of the keyword that it breaks first. */
  readonly place: Place;
  /** Does the same to another body. */
  spoil(body: Json): Json;
}

/** Undefined where nothing is wrong with what was drawn, or with more than one thing. */
function spoil(schema: Schema, { body, where, wrong: part }: WrongDraw): Spoilt | undefined {
  if (!isValid(schema, body, 'request')) return undefined;
  const sites = [...sitesBelow(schema, body)];
  const site = sites[where % sites.length];
  if (site === undefined) return undefined;
  const change = (other: Json) =>
    part === undefined ? removeAt(other, site.path) : replaceAt(other, site.path, part);
  const value = change(body);
  const [first] = validate(schema, value, 'request');
  if (first === undefined) return undefined;
  const mutation = part === undefined ? `${site.name} is left out` : `${site.name} is ${stringifyJson(part)}`;
  return { value, mutation, place: first.place, spoil: change };
}
