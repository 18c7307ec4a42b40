/** Bodies drawn from the schema: valid ones, and ones with one error. */
import fc from 'fast-check';
import type { Json } from '../../../../spec/json/exact-json.ts';
import { stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Place } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { isValid, validate } from '../../../../spec/validation/validate.ts';
import type { ToleratedResponse } from '../../model/request-spec.ts';
import type { BaselineBody, BaselineRequest } from '../../request/baseline-request.ts';
import { jsonRequestSpec, rawRequestSpec } from '../../request/build-request-spec.ts';
import { createCase } from '../../request/create-case.ts';
import { freshenNumbers, freshenOnceOnly } from '../../request/values/freshen.ts';
import { findLocations, removeAt, replaceAt } from '../../request/values/value-locations.ts';
import { escapeAllStrings } from '../shared/json-spelling.ts';
import { reasonToReject } from './number-and-text-arbitraries.ts';
import { drawName, type RandomKind } from './random-kind.ts';
import { arbitraryForSchema } from './schema-arbitrary.ts';

/** Valid bodies. Every other one has fresh identifiers, for implementations that reject known ones. */
export function validBodyKind(baseline: BaselineRequest, { schema, media }: BaselineBody): RandomKind<Json> {
  const name = 'valid';
  return {
    name,
    arbitrary: arbitraryForSchema(schema),
    caseFor(value, drawPosition) {
      if (!isValid(schema, value, 'request')) return undefined;
      const [index = 0] = drawPosition.path;
      const isFresh = index % 2 === 0;
      const write = serializers[index % serializers.length] ?? stringifyJson;
      const testCase = createCase(baseline, {
        category: 'random',
        name: drawName({ name }, drawPosition),
        topic: name,
        expectation: 'accept',
        mutation: 'the body is generated randomly from its schema',
        place: media.place,
        tolerated: toleratedFor(value),
        constantPart: isFresh ? 'text' : 'number',
        buildRequest: (fresh) => {
          const sent = isFresh ? freshenNumbers(value, schema, fresh) : freshenOnceOnly(value, schema, fresh);
          return rawRequestSpec(baseline, { content: write(sent), jsonValue: sent });
        },
      });
      return { testCase, value };
    },
  };
}

const serializers: readonly ((value: Json) => string)[] = [
  stringifyJson,
  stringifyJson,
  (value) => stringifyJson(value, 1),
  stringifyJson,
  escapeAllStrings,
];

/** Reasons for which an implementation may reject a value although the contract does not state them. */
function toleratedFor(value: Json): readonly ToleratedResponse[] {
  const reason = stringsIn(value)
    .map(reasonToReject)
    .find((candidate) => candidate !== undefined);
  return reason === undefined ? [] : [{ status: 'declared client error', reason }];
}

function stringsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** A valid body, and the replacement for a part of it. */
interface InvalidBodyDraw {
  readonly body: Json;
  readonly locationIndex: number;
  /** Undefined removes the property. */
  readonly invalidPart: Json | undefined;
}

/** Bodies with one error. */
export function invalidBodyKind(baseline: BaselineRequest, { schema }: BaselineBody): RandomKind<InvalidBodyDraw> {
  const name = 'wrong';
  return {
    name,
    arbitrary: fc.record({
      body: arbitraryForSchema(schema),
      locationIndex: fc.nat(1_000),
      invalidPart: invalidPartArbitrary,
    }),
    caseFor(generated, drawPosition) {
      const invalidBody = makeInvalid(schema, generated);
      if (invalidBody === undefined) return undefined;
      const { value, mutation, place } = invalidBody;
      const testCase = createCase(baseline, {
        category: 'random',
        name: drawName({ name }, drawPosition),
        // Findings of random bodies are grouped by the part of the schema that is violated.
        topic: `${name} ${place.pointer}`,
        expectation: 'reject',
        mutation: `the body is generated randomly, and ${mutation}`,
        place,
        buildRequest: (fresh) => {
          const freshInvalid = invalidBody.apply(freshenNumbers(generated.body, schema, fresh));
          return jsonRequestSpec(baseline, isValid(schema, freshInvalid, 'request') ? value : freshInvalid);
        },
      });
      return { testCase, value };
    },
  };
}

const invalidPartArbitrary: fc.Arbitrary<Json | undefined> = fc.oneof(
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

interface InvalidBody {
  readonly value: Json;
  /** Description of the change. */
  readonly mutation: string;
  /** The place of the first violated keyword. */
  readonly place: Place;
  /** Makes the same change to another body. */
  apply(body: Json): Json;
}

/** Undefined where the changed body is still valid, or the drawn body was invalid already. */
function makeInvalid(
  schema: Schema,
  { body, locationIndex, invalidPart: part }: InvalidBodyDraw,
): InvalidBody | undefined {
  if (!isValid(schema, body, 'request')) return undefined;
  const locations = [...findLocations(schema, body)];
  const location = locations[locationIndex % locations.length];
  if (location === undefined) return undefined;
  const change = (other: Json) =>
    part === undefined ? removeAt(other, location.path) : replaceAt(other, location.path, part);
  const value = change(body);
  const [first] = validate(schema, value, 'request');
  if (first === undefined) return undefined;
  const mutation = part === undefined ? `${location.name} is missing` : `${location.name} is ${stringifyJson(part)}`;
  return { value, mutation, place: first.place, apply: change };
}
