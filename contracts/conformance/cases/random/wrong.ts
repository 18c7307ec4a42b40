/** Bodies drawn from the schema with one thing wrong. */
import fc from 'fast-check';
import type { Place } from '../../../../spec/contract.ts';
import { type Json, stringifyJson } from '../../../../spec/exact-json.ts';
import type { Schema } from '../../../../spec/schema.ts';
import { isValid, validate } from '../../../../spec/validate.ts';
import { caseOf } from '../../request/case-of.ts';
import type { Twin, TwinBody } from '../../request/twin.ts';
import { jsonDraft } from '../../request/twin-draft.ts';
import { freshenNumbers } from '../../request/values/fresh.ts';
import { removeAt, replaceAt, sitesBelow } from '../../request/values/sites.ts';
import { arbitraryOf } from './arbitrary.ts';
import { type Kind, nameOf } from './kind.ts';

export interface WrongDraw {
  readonly body: Json;
  readonly where: number;
  /** Undefined leaves the property out. */
  readonly wrong: Json | undefined;
}

export function wrongKind(twin: Twin, { schema }: TwinBody): Kind<WrongDraw> {
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
