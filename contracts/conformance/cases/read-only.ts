import type { Json } from '../../../spec/json/exact-json.ts';
import { isJsonObject, sameJson } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { flatten } from '../../../spec/sampling/flatten.ts';
import { formatPath, isValid } from '../../../spec/validation/validate.ts';
import type { Case } from '../model/case.ts';
import type { Fresh } from '../model/draft.ts';
import { caseOf } from '../request/case-of.ts';
import type { Twin, TwinBody } from '../request/twin.ts';
import { jsonDraft } from '../request/twin-draft.ts';
import { freshen, unlikely } from '../request/values/fresh.ts';
import { type Path, replaceAt, siteOfBody, sitesBelow } from '../request/values/sites.ts';
import type { Family } from './family.ts';

/** A valid request with one property more, which only the implementation may set: it is ignored or refused. */
export const readOnly: Family = {
  name: 'read-only',
  summary: 'what is readOnly keeps the value that the implementation gave it',
  *generate({ twin }): Generator<Case> {
    const { body } = twin;
    if (body === undefined || !storing.has(twin.operation.method)) return;
    for (const place of placesIn(body)) yield caseAt(twin, body, place);
  },
};

const storing = new Set(['POST', 'PUT', 'PATCH']);

interface ReadOnlyPlace {
  readonly path: Path;
  readonly schema: Schema;
}

function* placesIn(body: TwinBody): Generator<ReadOnlyPlace> {
  for (const { path, flat, value } of [
    siteOfBody(body.schema, body.full),
    ...sitesBelow(body.schema, body.full),
  ]) {
    if (!isJsonObject(value)) continue;
    for (const [name, schema] of flat.properties) {
      const place = { path: [...path, name], schema };
      const isFree = flatten(schema).readOnly && !Object.hasOwn(value, name);
      if (isFree && bodyWith(body, place, unlikely) !== undefined) yield place;
    }
  }
}

/** The body with a value of our own there; undefined where none is valid, or none is surely ours. */
function bodyWith(body: TwinBody, { path, schema }: ReadOnlyPlace, fresh: Fresh): Json | undefined {
  const value = ownValue(schema, fresh);
  if (value === undefined) return undefined;
  const whole = freshen(body.full, body.schema, fresh);
  const changed = replaceAt(whole, path, value);
  return isValid(body.schema, changed, 'request') && !sameJson(changed, whole) ? changed : undefined;
}

function caseAt(twin: Twin, body: TwinBody, place: ReadOnlyPlace): Case {
  const name = formatPath(place.path);
  return caseOf(twin, {
    family: 'read-only',
    name,
    topic: name,
    expectation: 'silent',
    mutation: `${name} is sent, which is readOnly`,
    place: place.schema.place,
    build: (fresh) => ({
      ...jsonDraft(twin, bodyWith(body, place, fresh) ?? body.full),
      imposed: place.path,
    }),
  });
}

/** A value that no implementation comes to by itself; undefined where there is none, as among the words of an enum. */
function ownValue(schema: Schema, fresh: Fresh): Json | undefined {
  const { enum: values, const: only } = flatten(schema);
  if (values !== undefined || only !== undefined) return undefined;
  return candidates(fresh).find((value) => isValid(schema, value, 'request'));
}

/** Long ago, and to the second. */
function candidates(fresh: Fresh): readonly Json[] {
  const word = fresh.word();
  return [
    fresh.uuid(),
    '1987-03-29T05:06:07Z',
    '1987-03-29',
    `https://example.com/${word}`,
    `${word}@example.com`,
    `own-${word}`,
    word,
    fresh.number(),
  ];
}
