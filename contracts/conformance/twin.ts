/** The valid request that the cases of an operation are mutations of. */
import { isJsonType, type MediaType, type Operation, type SecurityScheme } from '../../spec/contract.ts';
import { type Json, stringifyJson } from '../../spec/exact-json.ts';
import { sampleOf } from '../../spec/sample.ts';
import type { Schema } from '../../spec/schema.ts';
import type { HeaderLine } from '../headers.ts';
import type { Case, Draft, Expectation, Fresh, OpenAnswer } from './case.ts';
import { freshen } from './fresh.ts';
import { type ParameterValue, placeParameters, requiredValues, validValue } from './parameters.ts';

export interface Twin {
  readonly operation: Operation;
  /** The security schemes that the right credentials are for. */
  readonly schemes: readonly SecurityScheme[];
  readonly parameters: readonly ParameterValue[];
  /** The JSON body; undefined for operations without one. */
  readonly body: TwinBody | undefined;
  /** The implementation sets cookies in its answer to the valid request. */
  readonly setsCookies: boolean;
  /** The body is only accepted as it stands, without fresh values. */
  readonly isFrozen: boolean;
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
  const { requestBody } = operation;
  if (requestBody === undefined) return { ...twin, body: undefined };
  const media = requestBody.content.find(({ range }) => isJsonType(range));
  if (media === undefined) {
    if (!requestBody.required) return { ...twin, body: undefined };
    return {
      operation,
      reason: `its request body has no JSON form (${requestBody.content.map(({ range }) => range).join(', ')})`,
    };
  }
  if (media.schema === undefined) return { operation, reason: 'its request body has no schema' };
  const full = sampleOf(media.schema, 'request', { optional: 'all' }) ?? sampleOf(media.schema, 'request');
  if (full === undefined)
    return { operation, reason: 'no valid body can be derived from its schema; give an example' };
  return { ...twin, body: { media, schema: media.schema, full } };
}

export function isTwin(twin: Twin | Underivable): twin is Twin {
  return 'parameters' in twin;
}

/** A request of the twin with a JSON value as its body. */
export function jsonDraft(twin: Twin, value: Json): Draft {
  return rawDraft(twin, { text: stringifyJson(value), value });
}

export interface RawBody {
  readonly text: string | Uint8Array | undefined;
  /** What it means, where it is JSON. */
  readonly value?: Json | undefined;
  /** `undefined` leaves the header out; without this member it is the media type of the contract. */
  readonly contentType?: string | undefined;
}

/** A request of the twin with any bytes as its body. */
export function rawDraft(twin: Twin, body: RawBody): Draft {
  const { path, headers } = placeParameters(twin.operation, twin.parameters.map(renewed));
  const contentType = 'contentType' in body ? body.contentType : twin.body?.media.range;
  const typed: HeaderLine[] = contentType === undefined ? [] : [['Content-Type', contentType]];
  return {
    path,
    headers: [
      ['Accept', acceptOf(twin.operation)],
      ['Accept-Encoding', 'identity'],
      ...headers,
      ...(body.text === undefined && !('contentType' in body) ? [] : typed),
    ],
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
  const renew = (text: string) => text.replaceAll(TO_RENEW, () => fresh.uuid());
  return {
    ...draft,
    path: renew(draft.path),
    headers: draft.headers.map(([name, value]) => [name, renew(value)] as const),
  };
}

/** The valid request itself. */
export function validDraft(twin: Twin, fresh: Fresh): Draft {
  const { body } = twin;
  return body === undefined
    ? rawDraft(twin, { text: undefined })
    : jsonDraft(twin, freshen(body.full, body.schema, fresh));
}

function acceptOf(operation: Operation): string {
  const ranges = operation.responses.flatMap(({ content }) => content.map(({ range }) => range));
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
  const { family, name, topic, expectation, mutation, place, open = [], fixed, company } = seed;
  const before = company?.before;
  const frozen = (fresh: Fresh) => (twin.isFrozen ? { ...fresh, isFrozen: true } : fresh);
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

/** What a schema allows as a JSON patch need not fit the record that is there (RFC 6902, section 5). */
function openFor({ body }: Twin): readonly OpenAnswer[] {
  if (body?.media.range !== 'application/json-patch+json') return [];
  return [
    { status: 'declared client error', because: 'the patch may not fit what is there', isExpected: true },
  ];
}

/** Readable, without characters that a shell would touch, and different for different texts. */
export function slug(text: string): string {
  const readable = text
    .replace(/ /g, '-')
    .replace(/[^\w.[\]/-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}`);
  return readable === '' ? '~' : readable;
}
