import { isJsonObject, type Json, sameJson, stringifyJson } from '../../../spec/exact-json.ts';
import { sampleOf } from '../../../spec/sample.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Case, Fresh } from '../case.ts';
import { freshen } from '../fresh.ts';
import type { Payload } from '../payload/payload.ts';
import { otherValues, writtenExamples } from '../payload/payloads.ts';
import { flatFor, removeAt, replaceAt, sitesBelow } from '../sites.ts';
import {
  caseOf,
  jsonDraft,
  payloadOf,
  rawDraft,
  type Twin,
  type TwinBody,
  validDraft,
  withPayload,
} from '../twin.ts';
import type { Family } from './family.ts';

/** Requests that the contract allows: its own examples, all properties, only the required ones, each optional left out. */
export const validBodies: Family = {
  name: 'valid-bodies',
  summary: 'valid requests are accepted, with and without what is optional',
  *generate(twin) {
    yield plainValidCase(twin);
    yield* inOtherTypes(twin);
    const { body } = twin;
    if (body === undefined) return;
    const sent = new Set([stringifyJson(body.full)]);
    for (const { name, mutation, value, isExample = false } of variants(body)) {
      if (sent.has(stringifyJson(value)) || !isValid(body.schema, value, 'request')) continue;
      sent.add(stringifyJson(value));
      // An example goes out as the contract has it.
      const build = (fresh: Fresh) => jsonDraft(twin, isExample ? value : freshen(value, body.schema, fresh));
      yield caseOf(twin, { ...common(twin), name, mutation, build, fixed: isExample ? 'number' : undefined });
    }
    yield* sameTexts(twin, body);
  },
};

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

interface Variant {
  readonly name: string;
  readonly mutation: string;
  readonly value: Json;
  readonly isExample?: boolean;
}

function* variants({ media, schema, full }: TwinBody): Generator<Variant> {
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
  for (const site of sitesBelow(schema, full)) {
    if (site.required || site.holder === undefined) continue;
    const mutation = `the optional property ${site.name} is left out`;
    yield { name: `without ${site.name}`, mutation, value: removeAt(full, site.path) };
  }
  for (const site of sitesBelow(schema, full)) {
    const mutation = `${site.name} is null, which its schema allows`;
    // Among the declared values, null is one of the limits.
    const isListed = site.flat.enum !== undefined;
    if (site.value !== null && site.flat.types?.has('null') === true && !isListed)
      yield { name: `null ${site.name}`, mutation, value: replaceAt(full, site.path, null) };
  }
}

/** What is given twice is a key twice to some, or one value in two places. */
function* sameTexts(twin: Twin, body: TwinBody): Generator<Case> {
  const texts = isJsonObject(body.full)
    ? Object.entries(body.full).filter(([, value]) => typeof value === 'string')
    : [];
  for (const [index, [second]] of texts.entries()) {
    const [first] = texts[index - 1] ?? [];
    if (first === undefined) continue;
    const copied = (whole: Json, from: string, to: string) =>
      replaceAt(whole, [to], (isJsonObject(whole) && whole[from]) || '');
    // Only one of the two may be bound to a pattern.
    const edit = (whole: Json) =>
      [copied(whole, first, second), copied(whole, second, first)].find((one) =>
        isValid(body.schema, one, 'request'),
      ) ?? whole;
    if (sameJson(edit(body.full), body.full)) continue;
    yield caseOf(twin, {
      ...common(twin),
      name: `same text in body.${first} and body.${second}`,
      mutation: `body.${second} is the same text as body.${first}`,
      open: [{ status: 'declared client error', because: 'the two may have to differ' }],
      build: (fresh) => jsonDraft(twin, edit(freshen(body.full, body.schema, fresh))),
    });
  }
}

/** For families that start from the case that is plainly valid. */
export function plainValidCase(twin: Twin): Case {
  return caseOf(twin, {
    ...common(twin),
    name: 'full',
    mutation: 'a valid request',
    build: (fresh) => validDraft(twin, fresh),
  });
}
