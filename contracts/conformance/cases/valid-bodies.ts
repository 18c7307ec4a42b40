import { isJsonObject, type Json } from '../../../spec/exact-json.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Case } from '../model/case.ts';
import type { Fresh } from '../model/draft.ts';
import { caseOf } from '../request/case-of.ts';
import type { Payload } from '../request/payload/payload.ts';
import { otherValues, writtenExamples } from '../request/payload/payloads.ts';
import { payloadOf, type Twin, type TwinBody, withPayload } from '../request/twin.ts';
import { jsonDraft, rawDraft, validDraft } from '../request/twin-draft.ts';
import { freshen } from '../request/values/fresh.ts';
import { replaceAt } from '../request/values/sites.ts';
import type { Family } from './family.ts';
import { allows } from './shared/allowed.ts';
import { changedBodies, wholeBodies } from './valid-bodies/variants.ts';

/** Requests that the contract allows: its own examples, all properties, only the required ones, each optional left out. */
export const validBodies: Family = {
  name: 'valid-bodies',
  summary: 'valid requests are accepted, with and without what is optional',
  *generate(twin) {
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

/** For families that start from the case that is plainly valid. */
export function plainValidCase(twin: Twin): Case {
  return caseOf(twin, {
    ...common(twin),
    name: 'full',
    mutation: 'a valid request',
    build: (fresh) => validDraft(twin, fresh),
  });
}
