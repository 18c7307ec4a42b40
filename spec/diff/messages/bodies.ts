/** The bodies of requests and answers: their media types, and the schema of each. */
import type { MediaType, Operation, RequestBody } from '../../model/contract.ts';
import type { Direction, Schema } from '../../model/schema.ts';
import { NONE, type PartChange, partChange, type Sides } from '../pairing/part.ts';
import { bodyRules } from '../rules/bodies.ts';
import { compareOnce } from '../schema/schema-changes.ts';
import { compareEncoding } from './encoding.ts';
import { bodySent, compareFields } from './form-fields.ts';
import { requiredWord } from './parameter.ts';
import { readSchema } from './wire-schemas.ts';

export interface ContentSides extends Sides<readonly MediaType[]> {
  readonly direction: Direction;
  /** `request body`, `response 200 body` */
  readonly at: string;
}

/** What is taken or answered for each type that one of the two knows. */
export function* compareContent(sides: ContentSides): Generator<PartChange> {
  const pairs = pairsOf(sides);
  for (const media of sides.before) if (!covering(sides.after, media)) yield gone(sides, media);
  for (const media of sides.after) if (!covering(sides.before, media)) yield fresh(sides, media);
  for (const pair of pairs) {
    if (isOtherwiseSpelt(pair)) yield otherParameters(sides, pair);
    if (sides.direction === 'request') yield* compareSent(pair, sides.at);
  }
  for (const { before, after } of schemaPairs(pairs, sides.direction))
    yield* compareOnce({ before, after, direction: sides.direction, at: sides.at });
}

function* compareSent(pair: Sides<MediaType>, at: string): Generator<PartChange> {
  yield* compareEncoding(pair, at);
  yield* compareFields(pair, at);
}

/** Each type of one side with the one that stands for it on the other. */
function pairsOf({ before, after }: ContentSides): readonly Sides<MediaType>[] {
  const forward = before.map((media) => ({ before: media, after: covering(after, media) }));
  const backward = after.map((media) => ({ before: covering(before, media), after: media }));
  const isWhole = (pair: {
    readonly before: MediaType | undefined;
    readonly after: MediaType | undefined;
  }): pair is Sides<MediaType> => pair.before !== undefined && pair.after !== undefined;
  const all = [...forward, ...backward].filter(isWhole);
  return [
    ...new Map(all.map((pair) => [`${keyOf(pair.before)} ${keyOf(pair.after)}`, pair] as const)).values(),
  ];
}

/** Several types often share one schema, which is compared once. */
function schemaPairs(pairs: readonly Sides<MediaType>[], direction: Direction): readonly Sides<Schema>[] {
  const seen = new Map<Schema, Set<Schema>>();
  return pairs.flatMap((pair) => {
    const { before, after } = direction === 'request' ? bodySent(pair) : readings(pair);
    const others = seen.get(before) ?? new Set();
    if (others.has(after)) return [];
    seen.set(before, others.add(after));
    return [{ before, after }];
  });
}

function readings({ before, after }: Sides<MediaType>): Sides<Schema> {
  return { before: readSchema(before), after: readSchema(after) };
}

function isOtherwiseSpelt({ before, after }: Sides<MediaType>): boolean {
  return isSameType(before, after) && keyOf(before) !== keyOf(after);
}

function otherParameters({ direction, at }: ContentSides, { before, after }: Sides<MediaType>): PartChange {
  return partChange(bodyRules.rule(`${direction}-media-type-parameters-changed`), {
    at,
    before: before.place,
    after: after.place,
    was: keyOf(before),
    is: keyOf(after),
  });
}

type Id = Parameters<typeof bodyRules.rule>[0];

function gone({ after, direction, at }: ContentSides, media: MediaType): PartChange {
  const isNarrowed =
    direction === 'response' && isRange(media) && after.some((one) => covering([media], one));
  const id: Id = isNarrowed ? 'response-media-type-narrowed' : `${direction}-media-type-removed`;
  return partChange(bodyRules.rule(id), { at, before: media.place, was: keyOf(media), is: listed(after) });
}

function fresh({ before, direction, at }: ContentSides, media: MediaType): PartChange {
  const rule = bodyRules.rule(`${direction}-media-type-added`);
  return partChange(rule, { at, after: media.place, was: listed(before), is: keyOf(media) });
}

function listed(content: readonly MediaType[]): string {
  return content.map(keyOf).join(', ') || NONE;
}

/** The body that a client sends. */
export function* compareRequestBody({ before, after }: Sides<Operation>): Generator<PartChange> {
  const [old, now] = [before.requestBody, after.requestBody];
  if (old === undefined && now !== undefined) yield added(now);
  if (old !== undefined && now === undefined) yield removed(old);
  if (old !== undefined && now !== undefined) yield* compareBoth({ before: old, after: now });
}

const REQUEST_BODY = 'request body';

function added(body: RequestBody): PartChange {
  const id = body.required ? 'request-body-added-required' : 'request-body-added-optional';
  return partChange(bodyRules.rule(id), {
    at: REQUEST_BODY,
    after: body.place,
    was: NONE,
    is: requiredWord(body),
  });
}

function removed(body: RequestBody): PartChange {
  const rule = bodyRules.rule('request-body-removed');
  return partChange(rule, { at: REQUEST_BODY, before: body.place, was: requiredWord(body), is: NONE });
}

function* compareBoth({ before, after }: Sides<RequestBody>): Generator<PartChange> {
  if (before.required !== after.required) {
    const id = after.required ? 'request-body-became-required' : 'request-body-became-optional';
    const places = { before: before.place, after: after.place };
    yield partChange(bodyRules.rule(id), {
      at: REQUEST_BODY,
      ...places,
      was: requiredWord(before),
      is: requiredWord(after),
    });
  }
  yield* compareContent({
    before: before.content,
    after: after.content,
    direction: 'request',
    at: REQUEST_BODY,
  });
}

/** `application/json; version=2` */
function keyOf({ range, parameters = '' }: MediaType): string {
  return `${range}${parameters}`;
}

function isRange({ range }: MediaType): boolean {
  return range.endsWith('/*');
}

function isSameType(one: MediaType, other: MediaType): boolean {
  return one.range === other.range;
}

/** The one of `content` that every message of this type falls under: itself, else with no parameters, else a range. */
function covering(content: readonly MediaType[], media: MediaType): MediaType | undefined {
  const [family] = media.range.split('/');
  return (
    content.find((one) => keyOf(one) === keyOf(media)) ??
    content.find((one) => isSameType(one, media) && isLoose(one, media)) ??
    content.find(({ range }) => range === `${family}/*`) ??
    content.find(({ range }) => range === '*/*')
  );
}

/** One of them has no parameters: `version=1` and `version=2` are two types. */
function isLoose(one: MediaType, other: MediaType): boolean {
  return (one.parameters ?? '') === '' || (other.parameters ?? '') === '';
}
