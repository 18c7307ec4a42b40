/** Valid bodies beside the one that has all properties. */
import { isJsonObject, type Json, sameJson, stringifyJson } from '../../../../spec/exact-json.ts';
import { sampleOf } from '../../../../spec/sample.ts';
import { isValid } from '../../../../spec/validate.ts';
import type { TwinBody } from '../../request/twin.ts';
import { flatFor, type Path, removeAt, replaceAt, sitesBelow, valueAt } from '../../request/values/sites.ts';
import { allows, allowsWithout } from '../shared/allowed.ts';

export interface Variant {
  readonly name: string;
  readonly mutation: string;
  readonly value: Json;
  readonly isExample?: boolean;
}

/** Examples, and only what is required: each valid, and no two the same. */
export function* wholeBodies(body: TwinBody): Generator<Variant> {
  const sent = new Set([stringifyJson(body.full)]);
  for (const variant of otherWholes(body)) {
    const text = stringifyJson(variant.value);
    if (sent.has(text) || !isValid(body.schema, variant.value, 'request')) continue;
    sent.add(text);
    yield variant;
  }
}

function* otherWholes({ media, schema, full }: TwinBody): Generator<Variant> {
  for (const { name, value } of media.examples) {
    yield {
      name: `example ${name}`,
      mutation: `the body is the example "${name}" of the contract`,
      value,
      isExample: true,
    };
  }
  for (const [index, value] of flatFor(schema, full).examples.entries()) {
    const mutation = 'the body is an example of its schema';
    yield { name: `example of the schema ${index + 1}`, mutation, value, isExample: true };
  }
  const bare = sampleOf(schema, 'request', { optional: 'none' });
  if (bare !== undefined)
    yield { name: 'only required', mutation: 'only the required properties are sent', value: bare };
}

/** Of a body with thousands of properties there are as many, which are made when they are sent. */
export interface Change {
  readonly name: string;
  readonly mutation: string;
  edit(): Json;
}

/** No two of these are the same; what another one is may be sent already. */
export function* changedBodies(body: TwinBody, whole: readonly Variant[]): Generator<Change> {
  const { schema, full } = body;
  for (const site of sitesBelow(schema, full)) {
    const { path, name } = site;
    if (site.required || site.holder === undefined || !allowsWithout({ body, path })) continue;
    const edit = () => removeAt(full, path);
    const left = membersAt(full, path.slice(0, -1)) - 1;
    const mayBe = (value: Json) => membersAt(value, path.slice(0, -1)) === left;
    const isSent = whole.some(({ value }) => mayBe(value) && isSameText(value, edit()));
    if (!isSent)
      yield { name: `without ${name}`, mutation: `the optional property ${name} is left out`, edit };
  }
  for (const site of sitesBelow(schema, full)) {
    const { path, name } = site;
    // Among the declared values, null is one of the limits.
    const isListed = site.flat.enum !== undefined;
    if (site.value === null || site.flat.types?.has('null') !== true || isListed) continue;
    const edit = () => replaceAt(full, path, null);
    const mayBe = (value: Json) => valueAt(value, path) === null;
    const isSent = whole.some(({ value }) => mayBe(value) && isSameText(value, edit()));
    if (isSent || !allows({ body, path }, null)) continue;
    yield { name: `null ${name}`, mutation: `${name} is null, which its schema allows`, edit };
  }
}

function membersAt(value: Json, path: Path): number {
  const holder = valueAt(value, path);
  return isJsonObject(holder) ? Object.keys(holder).length : 0;
}

function isSameText(a: Json, b: Json): boolean {
  return sameJson(a, b) && stringifyJson(a) === stringifyJson(b);
}
