import { parseJson, parseJsonBytes } from '../../../spec/json/exact-json.ts';
import type { Case } from '../model/case.ts';
import type { Fresh, OpenAnswer } from '../model/draft.ts';
import { type CaseSeed, caseOf } from '../request/case-of.ts';
import type { Twin, TwinBody } from '../request/twin.ts';
import { rawDraft } from '../request/twin-draft.ts';
import { freshen } from '../request/values/fresh.ts';
import { flatFor } from '../request/values/sites.ts';
import { brokenPayloads } from './broken-bodies/payloads.ts';
import type { Family } from './family.ts';
import { type BodyText, bodyText, type MalformedKind, type Places, placesIn } from './malformed/body-text.ts';
import { notUtf8, utf16 } from './malformed/bytes.ts';
import { disputed } from './malformed/disputed.ts';
import { cutShort, moreBesides } from './malformed/ends.ts';
import { notNumbers, numbers } from './malformed/numbers.ts';
import { colons, commas, comments, unknownWords } from './malformed/punctuation.ts';
import { nesting, structures, whiteSpace } from './malformed/structures.ts';
import { controlCharacters, escapes, quotes } from './malformed/text-contents.ts';

/** No body, an empty one, and bytes that are not JSON or that a parser may refuse. */
export const brokenBodies: Family = {
  name: 'broken-bodies',
  summary: 'a missing, empty or malformed body is rejected',
  *generate({ twin }): Generator<Case> {
    const { body } = twin;
    yield* brokenPayloads(twin);
    if (body === undefined) return;
    yield* absentBodies(twin, body);
    const places = placesIn(body);
    for (const kind of malformedKinds) yield* malformedBodies(twin, body, places, kind);
    yield* disputedBodies(twin, body, places);
    // Comes last of all: who falls over it falls over nothing else.
    yield* malformedBodies(twin, body, places, nesting);
  },
};

function* absentBodies(twin: Twin, body: TwinBody): Generator<Case> {
  const { requestBody } = twin.operation;
  const isRequired = requestBody?.required === true;
  const place = requestBody?.place ?? body.media.place;
  const common = { family: 'broken-bodies', topic: 'no body', place } as const;
  yield caseOf(twin, {
    ...common,
    ...(isRequired ? noneWhereRequired : noneWhereOptional(twin, body)),
    name: 'none',
    build: () => rawDraft(twin, { text: undefined, contentType: undefined }),
  });
  // An empty body is no JSON; where none has to be there, the contract does not say that it is not simply none.
  const expectation = isRequired ? 'reject' : 'silent';
  for (const { name, mutation, text } of emptyBodies)
    yield caseOf(twin, { ...common, name, expectation, mutation, build: () => rawDraft(twin, { text }) });
}

type Absence = Pick<CaseSeed, 'expectation' | 'mutation' | 'open'>;

/** Without a body there is nothing to have a media type: 415 is as good as the declared error. */
const noneWhereRequired: Absence = {
  expectation: 'reject',
  mutation: 'no body is sent, and no media type',
  open: [{ status: 415, because: 'a body of no type may be called an unsupported type' }],
};

function noneWhereOptional(twin: Twin, body: TwinBody): Absence {
  const mutation = 'no body is sent, which the contract does not require';
  return { expectation: 'accept', mutation, open: nothingToDo(twin, body) };
}

const emptyBodies = [
  { name: 'empty', mutation: 'the body is empty, with the media type of one', text: '' },
  { name: 'blank', mutation: 'the body is white space', text: ' \n ' },
];

/** Documents forget that a body is required, which it is not unless they say so. */
function nothingToDo({ operation }: Twin, { schema, full }: TwinBody): readonly OpenAnswer[] {
  const because = 'without a body there is nothing to do';
  const isChange = operation.method === 'PATCH' || operation.method === 'PUT';
  const asksForMore = flatFor(schema, full).required.size > 0;
  return isChange || asksForMore ? [{ status: 'declared client error', because }] : [];
}

function* malformedBodies(
  twin: Twin,
  body: TwinBody,
  places: Places,
  { topic, malformations }: MalformedKind,
): Generator<Case> {
  const sample = bodyText(places, body.full);
  const open = topic === utf16.topic ? openSuccesses(twin) : [];
  const isRequired = twin.operation.requestBody?.required === true;
  for (const fault of malformations) {
    const broken = fault.break(sample);
    // Some need what a body of this kind does not have: a text, a number, a second property. Of a short one nothing is left.
    if (broken === undefined || broken.length === 0 || isJson(broken)) continue;
    yield caseOf(twin, {
      family: 'broken-bodies',
      name: fault.name,
      topic,
      expectation: fault.mayBeNone === true && !isRequired ? 'silent' : 'reject',
      mutation: `the body is not JSON: ${fault.words}`,
      place: body.media.place,
      open,
      build: (fresh) => rawDraft(twin, { text: fault.break(freshText(body, places, fresh)) }),
    });
  }
}

function* disputedBodies(twin: Twin, body: TwinBody, places: Places): Generator<Case> {
  const sample = bodyText(places, body.full);
  for (const { name, topic, mutation, write } of disputed) {
    if (write(sample) === undefined) continue;
    yield caseOf(twin, {
      family: 'broken-bodies',
      name,
      topic,
      expectation: 'silent',
      mutation,
      place: body.media.place,
      build: (fresh) => rawDraft(twin, { text: write(freshText(body, places, fresh)) }),
    });
  }
}

function freshText(body: TwinBody, places: Places, fresh: Fresh): BodyText {
  return bodyText(places, freshen(body.full, body.schema, fresh));
}

function isJson(broken: string | Uint8Array): boolean {
  return (typeof broken === 'string' ? parseJson(broken) : parseJsonBytes(broken)).ok;
}

function openSuccesses({ operation }: Twin): readonly OpenAnswer[] {
  return operation.responses
    .map(({ status }) => Number(status))
    .filter((status) => status >= 200 && status < 300)
    .map((status) => ({ status, because: 'RFC 7159, to which OpenAPI 3.0 refers, allowed UTF-16' }));
}

export const malformedKinds: readonly MalformedKind[] = [
  cutShort,
  moreBesides,
  commas,
  colons,
  quotes,
  comments,
  numbers,
  notNumbers,
  unknownWords,
  controlCharacters,
  escapes,
  whiteSpace,
  notUtf8,
  utf16,
  structures,
];
