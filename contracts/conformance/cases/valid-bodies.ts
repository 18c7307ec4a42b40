import { isJsonObject, type Json, sameJson, stringifyJson } from '../../../spec/json/exact-json.ts';
import { sampleOf } from '../../../spec/sampling/sample.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { Case, RequestCase } from '../model/case.ts';
import type { Fresh } from '../model/draft.ts';
import { caseOf } from '../request/case-of.ts';
import type { Payload } from '../request/payload/payload.ts';
import { otherValues, writtenExamples } from '../request/payload/payloads.ts';
import { payloadOf, type Twin, type TwinBody, withPayload } from '../request/twin.ts';
import { jsonDraft, rawDraft, validDraft } from '../request/twin-draft.ts';
import { freshen } from '../request/values/fresh.ts';
import { flatFor, type Path, removeAt, replaceAt, sitesBelow, valueAt } from '../request/values/sites.ts';
import type { Family } from './family.ts';
import { allows, allowsWithout } from './shared/allowed.ts';

/** Requests that the contract allows: its own examples, all properties, only the required ones, each optional left out. */
export const validBodies: Family = {
  name: 'valid-bodies',
  summary: 'valid requests are accepted, with and without what is optional',
  *generate({ twin }) {
    yield plainValidCase(twin);
    yield* inOtherTypes(twin);
    const { body } = twin;
    if (body === undefined) return;
    const whole = [...wholeBodies(body)];
    for (const { name, mutation, value, isExample = false } of whole) {
      // An example goes out as the contract has it.
      const build = (fresh: Fresh) => jsonDraft(twin, isExample ? value : freshen(value, body.schema, fresh));
      yield caseOf(twin, { ...common(twin), name, mutation, build, fixed: isExample ? 'number' : undefined });
    }
    for (const { name, mutation, edit } of changedBodies(body, whole)) {
      const build = (fresh: Fresh) => jsonDraft(twin, freshen(edit(), body.schema, fresh));
      yield caseOf(twin, { ...common(twin), name, mutation, build });
    }
    yield* sameTexts(twin, body);
  },
};

/** For families that start from the case that is plainly valid. */
export function plainValidCase(twin: Twin): RequestCase {
  return caseOf(twin, {
    ...common(twin),
    name: 'full',
    mutation: 'a valid request',
    build: (fresh) => validDraft(twin, fresh),
  });
}

function common(twin: Twin) {
  const place = (twin.body ?? payloadOf(twin))?.media.place ?? twin.operation.place;
  return { family: 'valid-bodies', topic: 'valid', expectation: 'accept' as const, place };
}

/** What the operation declares beside the media type of the plain request, and the examples of it as they stand. */
function* inOtherTypes(twin: Twin): Generator<Case> {
  const own = payloadOf(twin);
  for (const payload of twin.payloads) {
    const typed = withPayload(twin, payload);
    const about = { ...common(typed), topic: `as ${payload.media.range}` };
    if (payload !== own)
      yield caseOf(typed, {
        ...about,
        name: `as ${payload.type}`,
        mutation: `a valid body of the media type ${payload.type}`,
        build: (fresh) => validDraft(typed, fresh),
      });
    yield* writtenCases(typed, payload, about);
    yield* otherBodies(typed, payload, about);
  }
  if (own !== undefined && twin.operation.requestBody?.required !== true) yield withoutBody(twin);
}

function* writtenCases(twin: Twin, payload: Payload, about: ReturnType<typeof common>): Generator<Case> {
  const { media, type } = payload;
  const others = payload.full === undefined ? writtenExamples(media).slice(1) : [];
  for (const [index, text] of others.entries()) {
    yield caseOf(twin, {
      ...about,
      name: `as ${type}/example ${index + 2}`,
      mutation: `the body is example ${index + 2} of ${media.range} in the contract`,
      build: () => rawDraft(twin, { text, contentType: type }),
    });
  }
}

/** The examples of the contract as they stand, and only what is required. */
function* otherBodies(twin: Twin, payload: Payload, about: ReturnType<typeof common>): Generator<Case> {
  for (const [index, other] of otherValues(payload).entries()) {
    // What a form writes as nothing is left out to whoever reads it.
    if (payload.form !== undefined && isJsonObject(other.full) && Object.values(other.full).some(isBlank))
      continue;
    yield caseOf(twin, {
      ...about,
      name: `as ${payload.type}/value ${index + 2}`,
      mutation: `the body is an example of ${payload.media.range}, or has only what is required`,
      fixed: 'number',
      build: () => rawDraft(twin, other.write(other.full)),
    });
  }
}

/** A list without items, an object without members. */
function isBlank(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function withoutBody(twin: Twin): Case {
  return caseOf(twin, {
    ...common(twin),
    name: 'no body',
    mutation: 'no body is sent, which the contract does not require',
    open: [{ status: 'declared client error', because: 'without a body there may be nothing to do' }],
    build: () => rawDraft({ ...twin, payloads: [] }, { text: undefined }),
  });
}

/** What is given twice is a key twice to some, or one value in two places. */
function* sameTexts(twin: Twin, body: TwinBody): Generator<Case> {
  const texts = isJsonObject(body.full)
    ? Object.entries(body.full).filter(([, value]) => typeof value === 'string')
    : [];
  for (const [index, [second, later]] of texts.entries()) {
    const [first, earlier] = texts[index - 1] ?? [];
    if (first === undefined || earlier === undefined || earlier === later) continue;
    if (!allows({ body, path: [second] }, earlier) && !allows({ body, path: [first] }, later)) continue;
    const copied = (whole: Json, from: string, to: string) =>
      replaceAt(whole, [to], (isJsonObject(whole) && whole[from]) || '');
    // Only one of the two may be bound to a pattern.
    const edit = (whole: Json) =>
      [copied(whole, first, second), copied(whole, second, first)].find((one) =>
        isValid(body.schema, one, 'request'),
      ) ?? whole;
    yield caseOf(twin, {
      ...common(twin),
      name: `same text in body.${first} and body.${second}`,
      mutation: `body.${second} is the same text as body.${first}`,
      open: [{ status: 'declared client error', because: 'the two may have to differ' }],
      build: (fresh) => jsonDraft(twin, edit(freshen(body.full, body.schema, fresh))),
    });
  }
}

/** A valid body beside the one that has all properties. */
interface Variant {
  readonly name: string;
  readonly mutation: string;
  readonly value: Json;
  readonly isExample?: boolean;
}

/** Examples, and only what is required: each valid, and no two the same. */
function* wholeBodies(body: TwinBody): Generator<Variant> {
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

/** As a variant. Of a body with thousands of properties there are as many, which are made when they are sent. */
interface Change {
  readonly name: string;
  readonly mutation: string;
  edit(): Json;
}

/** No two of these are the same; what another one is may be sent already. */
function* changedBodies(body: TwinBody, whole: readonly Variant[]): Generator<Change> {
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
