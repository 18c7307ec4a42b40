import type { Json } from '../../../spec/json/exact-json.ts';
import { isJsonObject, jsonTypeOf, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { isValid, validate } from '../../../spec/validation/validate.ts';
import type { Case } from '../model/case.ts';
import { caseOf } from '../request/case-of.ts';
import type { TwinBody } from '../request/twin.ts';
import { jsonDraft } from '../request/twin-draft.ts';
import { freshen } from '../request/values/fresh.ts';
import { flatFor } from '../request/values/sites.ts';
import type { Family } from './family.ts';

/** The whole body as something else: another type, wrapped, or empty. */
export const wrongShapes: Family = {
  name: 'wrong-shapes',
  summary: 'a body of another shape is rejected',
  *generate({ twin }): Generator<Case> {
    const { body } = twin;
    if (body === undefined) return;
    const { required } = flatFor(body.schema, body.full);
    for (const { name, mutation, make } of shapesFor(body)) {
      const made = make(body.full);
      if (isValid(body.schema, made, 'request') || isBare(body.full, made, required)) continue;
      yield caseOf(twin, {
        family: 'wrong-shapes',
        name,
        topic: `body as ${jsonTypeOf(made)}`,
        expectation: 'reject',
        mutation,
        place: validate(body.schema, made, 'request')[0]?.place ?? body.schema.place,
        build: (fresh) => jsonDraft(twin, make(freshen(body.full, body.schema, fresh))),
      });
    }
  },
};

/** Where all is required, an empty object is what a body without all of it is. */
function isBare(full: Json, made: Json, required: Schema['required']): boolean {
  if (!isJsonObject(full) || !isJsonObject(made) || Object.keys(made).length > 0) return false;
  return Object.keys(full).every((name) => required.has(name));
}

interface Shape {
  readonly name: string;
  readonly mutation: string;
  make(body: Json): Json;
}

const constants: readonly (readonly [string, Json])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['a number', 7],
  ['zero', 0],
  ['a text', 'none'],
  ['an empty text', ''],
  ['an empty array', []],
  ['an empty object', {}],
];

function* shapesFor(body: TwinBody): Generator<Shape> {
  for (const [name, value] of constants) yield { name, mutation: `the body is ${name}`, make: () => value };
  yield { name: 'json in a text', mutation: 'the body is a text that holds its JSON', make: stringifyJson };
  if (!isJsonObject(body.full)) return;
  yield { name: 'in an array', mutation: 'the body stands in an array', make: (whole) => [whole] };
  yield {
    name: 'as names and values',
    mutation: 'the body is an array of names and values',
    make: (whole) => (isJsonObject(whole) ? Object.entries(whole) : whole),
  };
  for (const { name, key } of wrappersFor(body)) {
    const mutation = `the body stands under the key "${key}"`;
    yield { name, mutation, make: (whole) => Object.fromEntries([[key, whole]]) };
  }
}

/** Keys under which some interfaces want a record, that of the schema's name included. */
function wrappersFor({ schema }: TwinBody): readonly { readonly name: string; readonly key: string }[] {
  const [, schemaName] = /^\/components\/schemas\/([\w.-]+)$/.exec(schema.place.pointer) ?? [];
  return [
    { name: 'under __proto__', key: '__proto__' },
    { name: 'under a key', key: 'data' },
    { name: 'under the key body', key: 'body' },
    ...(schemaName === undefined ? [] : [{ name: 'under its name', key: schemaName }]),
  ];
}
