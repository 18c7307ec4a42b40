/** The valid request that the cases of an operation are mutations of. */
import { isJsonType, type MediaType, type Operation, type SecurityScheme } from '../../spec/contract.ts';
import { type Json, stringifyJson } from '../../spec/exact-json.ts';
import { remembered } from '../../spec/remembered.ts';
import { sampleOf } from '../../spec/sample.ts';
import type { Schema } from '../../spec/schema.ts';
import type { HeaderLine } from '../headers.ts';
import type { Case, Draft, Expectation, Fresh, OpenAnswer } from './case.ts';
import type { AtHand } from './credentials.ts';
import { freshen } from './fresh.ts';
import {
  type ParameterValue,
  type PlacedParameters,
  placeParameters,
  requiredValues,
  validValue,
} from './parameters.ts';
import { concreteType } from './payload/concrete-type.ts';
import type { Payload, RawBody } from './payload/payload.ts';
import { payloadsOf } from './payload/payloads.ts';

export interface Twin {
  readonly operation: Operation;
  /** The security schemes that the right credentials are for. */
  readonly schemes: readonly SecurityScheme[];
  /** Undefined where nothing is known of the credentials. */
  readonly atHand?: AtHand;
  readonly parameters: readonly ParameterValue[];
  /** The JSON body; undefined for operations without one. */
  readonly body: TwinBody | undefined;
  /** Valid bodies of the other media types. Without a JSON body, the first is that of the request. */
  readonly payloads: readonly Payload[];
  /** The implementation sets cookies in its answer to the valid request. */
  readonly setsCookies: boolean;
  /** The body is only accepted as it stands, without fresh values. */
  readonly isFrozen: boolean;
  /** The body is only accepted twice with other texts in it, those of a pattern included. */
  readonly redraws?: boolean;
  /** Names of records of our own in its body, which are not to be made fresh. */
  readonly kept?: ReadonlySet<Json>;
  /** Declared for the same path. */
  readonly methods: ReadonlySet<string>;
}

export interface TwinBody {
  readonly media: MediaType;
  readonly schema: Schema;
  /** All optional properties given. */
  readonly full: Json;
}

/** Why no request can be derived for an operation, in words. */
export interface Underivable {
  readonly operation: Operation;
  readonly reason: string;
}

export function twinOf(
  operation: Operation,
  schemes: readonly SecurityScheme[],
  operations: readonly Operation[] = [operation],
): Twin | Underivable {
  const here = operations.filter(({ path }) => path === operation.path);
  const methods = new Set(here.map(({ method }) => method));
  const parameters = requiredValues(operation);
  const twin = { operation, schemes, parameters, setsCookies: false, isFrozen: false, methods };
  // Some documents tell operations of one path apart so.
  if (operation.path.includes('#'))
    return {
      operation,
      reason: `its path has a fragment, "#", which no HTTP request carries (${operation.path})`,
    };
  const { requestBody } = operation;
  if (requestBody === undefined) return { ...twin, body: undefined, payloads: [] };
  const media = jsonMediaOf(requestBody.content);
  const body = media?.schema === undefined ? undefined : bodyOf(media, media.schema);
  const payloads = payloadsOf(operation, media);
  if (body !== undefined || payloads.length > 0) return { ...twin, body, payloads };
  if (media !== undefined || requestBody.required)
    return { operation, reason: whyUnderivable(operation, media) };
  return { ...twin, body, payloads };
}

/** For whoever writes JSON only: without a body of another kind, where none has to be there. */
export function jsonTwinOf(...given: Parameters<typeof twinOf>): Twin | Underivable {
  const twin = twinOf(...given);
  const [operation] = given;
  if (!isTwin(twin) || payloadOf(twin) === undefined) return twin;
  if (operation.requestBody?.required !== true) return { ...twin, payloads: [] };
  const types = operation.requestBody.content.map(({ range }) => range).join(', ');
  return { operation, reason: `its request body has no JSON form (${types})` };
}

/** What a range without a word on JSON holds, where its schema looks like it, is sent as JSON. */
function jsonMediaOf(content: readonly MediaType[]): MediaType | undefined {
  const declared = content.find(({ range }) => isJsonType(range));
  if (declared !== undefined) return declared;
  const range = content.find((media) => media.range.includes('*') && isJsonType(concreteType(media)));
  return range === undefined ? undefined : { ...range, range: concreteType(range) };
}

function bodyOf(media: MediaType, schema: Schema): TwinBody | undefined {
  const full = sampleOf(schema, 'request', { optional: 'all' }) ?? sampleOf(schema, 'request');
  return full === undefined ? undefined : { media, schema, full };
}

function whyUnderivable({ requestBody }: Operation, media: MediaType | undefined): string {
  const types = requestBody?.content.map(({ range }) => range).join(', ');
  if (media === undefined) return `no valid body of ${types} can be derived; give an example`;
  if (media.schema === undefined) return 'its request body has no schema';
  return 'no valid body can be derived from its schema; give an example';
}

/** The body of the valid request where it is not JSON. */
export function payloadOf({ body, payloads }: Twin): Payload | undefined {
  return body === undefined ? payloads[0] : undefined;
}

/** The twin whose body is of another media type. */
export function withPayload(twin: Twin, payload: Payload): Twin {
  return { ...twin, body: undefined, payloads: [payload] };
}

export function isTwin(twin: Twin | Underivable): twin is Twin {
  return 'parameters' in twin;
}

/** A request of the twin with a JSON value as its body. */
export function jsonDraft(twin: Twin, value: Json): Draft {
  return rawDraft(twin, { text: stringifyJson(value), value });
}

/** All but what the body brings. Where Accept-Encoding is a parameter of the contract, that says what may stand in it. */
const placed = remembered((twin: Twin): PlacedParameters => {
  const { operation, parameters } = twin;
  const { path, headers } = placeParameters(operation, parameters.map(renewed));
  const isDeclared = operation.parameters.some(
    ({ in: place, name }) => place === 'header' && name.toLowerCase() === 'accept-encoding',
  );
  const uncompressed: readonly HeaderLine[] = isDeclared ? [] : [['Accept-Encoding', 'identity']];
  return { path, headers: [['Accept', acceptOf(operation)], ...uncompressed, ...headers] };
});

/** A request of the twin with any bytes as its body. */
export function rawDraft(twin: Twin, body: RawBody): Draft {
  const { path, headers } = placed(twin);
  const contentType =
    'contentType' in body ? body.contentType : (twin.body?.media.range ?? payloadOf(twin)?.type);
  const typed: HeaderLine[] = contentType === undefined ? [] : [['Content-Type', contentType]];
  return {
    path,
    headers: [...headers, ...(body.text === undefined && !('contentType' in body) ? [] : typed)],
    body: body.text,
    value: body.value,
    credentials: 'right',
  };
}

/** Stands for a fresh UUID until the case is built. */
const TO_RENEW = '9b7c4e52-0f3d-4a61-8c2e-d15a7f60b384';

/** What nobody has given an example of, such as the key of an idempotent request, is another one each time. */
function renewed(given: ParameterValue): ParameterValue {
  const { parameter, value } = given;
  const isOurs =
    parameter.in !== 'path' && parameter.schema?.format === 'uuid' && parameter.examples.length === 0;
  return isOurs && value === validValue(parameter).value ? { ...given, value: TO_RENEW } : given;
}

/** With a fresh UUID in the place of each that is to be renewed. */
export function withFreshUuids(draft: Draft, fresh: Fresh): Draft {
  const { path, headers } = draft;
  // Nearly all have none.
  if (!path.includes(TO_RENEW) && !headers.some(([, value]) => value.includes(TO_RENEW))) return draft;
  const renew = (text: string) => text.replaceAll(TO_RENEW, () => fresh.uuid());
  return {
    ...draft,
    path: renew(path),
    headers: headers.map(([name, value]) => [name, renew(value)] as const),
  };
}

/** The valid request itself. */
export function validDraft(twin: Twin, fresh: Fresh): Draft {
  const { body } = twin;
  const payload = payloadOf(twin);
  if (body !== undefined) return jsonDraft(twin, freshen(body.full, body.schema, fresh));
  return payload === undefined ? rawDraft(twin, { text: undefined }) : payloadDraft(twin, payload, fresh);
}

/** The request with this body, with fresh values where it has any. */
export function payloadDraft(twin: Twin, payload: Payload, fresh: Fresh): Draft {
  const { full, schema } = payload;
  const value = full === undefined || schema === undefined ? full : freshen(full, schema, fresh);
  return rawDraft(twin, payload.write(value));
}

/** All that is declared for its answers. */
export function acceptOf({ responses }: Operation): string {
  const ranges = responses.flatMap(({ content }) => content.map(({ range }) => range));
  return [...new Set(ranges)].join(', ') || '*/*';
}

/** What a case generator says of a case; the rest follows from the twin. */
export interface CaseSeed {
  readonly family: string;
  /** Unique within operation and family. */
  readonly name: string;
  readonly topic: string;
  readonly expectation: Expectation;
  readonly mutation: string;
  readonly place: Case['place'];
  readonly open?: readonly OpenAnswer[];
  readonly fixed?: Case['fixed'];
  readonly company?: Case['company'];
  build(fresh: Fresh): Draft;
  simpler?(): Iterable<Case>;
}

export function caseOf(twin: Twin, seed: CaseSeed): Case {
  const { operation } = twin;
  const { family, name, topic, expectation, mutation, place, open = [], company } = seed;
  const fixed = seed.fixed ?? (isTheSameEachTime(twin) ? 'text' : undefined);
  const before = company?.before;
  const frozen = (fresh: Fresh) => asTakenBy(twin, fresh);
  const id = `${slug(operation.id)}/${family}/${slug(name)}`;
  return {
    id,
    operation,
    family,
    topic,
    expectation,
    mutation,
    place,
    open: [...open, ...openFor(twin)],
    fixed,
    company:
      before === undefined
        ? company
        : {
            ...company,
            before: (judged, fresh) =>
              before(judged, frozen(fresh)).map((draft) => withFreshUuids(draft, fresh)),
          },
    build: (fresh) => withFreshUuids(seed.build(frozen(fresh)), fresh),
    ...(seed.simpler === undefined ? {} : { simpler: () => seed.simpler?.() ?? [] }),
  };
}

/** With what the implementation has shown to mind. */
function asTakenBy({ isFrozen, redraws, kept }: Twin, fresh: Fresh): Fresh {
  if (!isFrozen && !redraws && kept === undefined) return fresh;
  return {
    ...fresh,
    ...(isFrozen && { isFrozen: true }),
    ...(redraws && { redraws: true }),
    ...(kept && { kept }),
  };
}

/** Bytes, and the texts of the document, have no fresh values in them. */
function isTheSameEachTime(twin: Twin): boolean {
  const payload = payloadOf(twin);
  return payload !== undefined && payload.full === undefined;
}

/** What a schema allows as a JSON patch need not fit the record that is there (RFC 6902, section 5). */
function openFor(twin: Twin): readonly OpenAnswer[] {
  const payload = payloadOf(twin);
  const { media } = twin.body ?? payload ?? {};
  if (media?.range !== 'application/json-patch+json') return payload?.doubts ?? [];
  return [
    { status: 'declared client error', because: 'the patch may not fit what is there', isExpected: true },
  ];
}

/** Readable, without characters that a shell would touch, and different for different texts. */
export function slug(text: string): string {
  if (/^[\w.[\]/-]+$/.test(text)) return text;
  const readable = text
    .replace(/ /g, '-')
    .replace(/[^\w.[\]/-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}`);
  return readable === '' ? '~' : readable;
}
