import { isJsonObject, type Json, jsonTypeOf } from '../../../spec/exact-json.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Case } from '../case.ts';
import { freshen } from '../fresh.ts';
import { caseOf, jsonDraft, type TwinBody } from '../twin.ts';
import type { Family } from './family.ts';

/** The whole body as something else: another type, wrapped, or empty. */
export const wrongShapes: Family = {
  name: 'wrong-shapes',
  summary: 'a body of another shape is rejected',
  *generate(twin): Generator<Case> {
    const { body } = twin;
    if (body === undefined) return;
    for (const { name, mutation, make } of shapesFor(body)) {
      if (isValid(body.schema, make(body.full), 'request')) continue;
      yield caseOf(twin, {
        family: 'wrong-shapes',
        name,
        topic: `body as ${jsonTypeOf(make(body.full))}`,
        expectation: 'reject',
        mutation,
        place: body.schema.place,
        build: (fresh) => jsonDraft(twin, make(freshen(body.full, body.schema, fresh))),
      });
    }
  },
};

interface Shape {
  readonly name: string;
  readonly mutation: string;
  make(body: Json): Json;
}

const constants: readonly (readonly [string, Json])[] = [
  ['null', null],
  ['true', true],
  ['a number', 7],
  ['a text', 'fern'],
  ['an empty array', []],
  ['an empty object', {}],
];

function shapesFor({ full }: TwinBody): readonly Shape[] {
  const fixed = constants.map(([name, value]) => ({
    name,
    mutation: `the body is ${name}`,
    make: () => value,
  }));
  const wrapped: readonly Shape[] = [
    { name: 'in an array', mutation: 'the body stands in an array', make: (body) => [body] },
    {
      name: 'under __proto__',
      mutation: 'the body stands under the key "__proto__"',
      make: (body) => Object.fromEntries([['__proto__', body]]),
    },
    {
      name: 'under a key',
      mutation: 'the body stands under the key "data"',
      make: (body) => ({ data: body }),
    },
  ];
  return isJsonObject(full) ? [...fixed, ...wrapped] : fixed;
}
