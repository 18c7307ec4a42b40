/** Compares the bodies of requests and responses: their media types, and the schema of each. */
import type { MediaType, Operation, RequestBody } from '../../model/contract.ts';
import type { Direction, Schema } from '../../model/schema.ts';
import { createPartChange, NONE, type PartChange, type Sides } from '../matching/sides.ts';
import { bodyRules } from '../rules/bodies.ts';
import { compareSchemasOnce } from '../schema/schema-changes.ts';
import { compareEncoding } from './encoding.ts';
import { compareFields, sentBodySchemas } from './form-fields.ts';
import { describeRequired } from './parameter.ts';
import { withNestedTexts } from './text-language.ts';
import { bodySchema } from './wire-schemas.ts';

export interface ContentSides extends Sides<readonly MediaType[]> {
  readonly direction: Direction;
  /** `request body`, `response 200 body` */
  readonly at: string;
}

/** Compares the content for each media type that either side declares. */
export function* compareContent(sides: ContentSides): Generator<PartChange> {
  const pairs = pairMediaTypes(sides);
  for (const media of sides.before) if (!findCoveringType(sides.after, media)) yield mediaTypeRemoved(sides, media);
  for (const media of sides.after) if (!findCoveringType(sides.before, media)) yield mediaTypeAdded(sides, media);
  for (const pair of pairs) {
    if (hasOtherParameters(pair)) yield parametersChange(sides, pair);
    if (sides.direction === 'request') yield* compareSentForm(pair, sides.at);
  }
  yield* withoutRepeated(
    pairSchemas(pairs, sides.direction).flatMap(({ before, after }) => [
      ...compareSchemasOnce({ before, after, direction: sides.direction, at: sides.at }),
    ]),
  );
  for (const { before, after } of pairItemSchemas(pairs))
    yield* compareSchemasOnce({ before, after, direction: sides.direction, at: `${sides.at} item` });
}

/** Of sequences whose items either side describes. */
function pairItemSchemas(pairs: readonly Sides<MediaType>[]): readonly Sides<Schema>[] {
  const schemaOfItem = (media: MediaType) => bodySchema({ ...media, schema: media.itemSchema });
  return pairs
    .filter(({ before, after }) => [before, after].some(({ itemSchema }) => itemSchema !== undefined))
    .map(({ before, after }) => ({ before: schemaOfItem(before), after: schemaOfItem(after) }));
}

/** Media types with one schema have the same changes, although XML is compared by texts. */
function withoutRepeated(changes: readonly PartChange[]): readonly PartChange[] {
  const keyOf = ({ rule, at, before, after, was, is }: PartChange) =>
    JSON.stringify([rule.id, at, before, after, was, is]);
  return [...new Map(changes.map((change) => [keyOf(change), change] as const)).values()];
}

function* compareSentForm(pair: Sides<MediaType>, at: string): Generator<PartChange> {
  yield* compareEncoding(pair, at);
  yield* compareFields(pair, at);
}

/** Pairs each media type of one side with the one that covers it on the other. */
function pairMediaTypes({ before, after }: ContentSides): readonly Sides<MediaType>[] {
  const forward = before.map((media) => ({ before: media, after: findCoveringType(after, media) }));
  const backward = after.map((media) => ({ before: findCoveringType(before, media), after: media }));
  const isPair = (pair: {
    readonly before: MediaType | undefined;
    readonly after: MediaType | undefined;
  }): pair is Sides<MediaType> => pair.before !== undefined && pair.after !== undefined;
  const all = [...forward, ...backward].filter(isPair);
  return [
    ...new Map(all.map((pair) => [`${mediaTypeKey(pair.before)} ${mediaTypeKey(pair.after)}`, pair] as const)).values(),
  ];
}

/** Media types often share one schema, which is compared once. */
function pairSchemas(pairs: readonly Sides<MediaType>[], direction: Direction): readonly Sides<Schema>[] {
  const seen = new Map<Schema, Set<Schema>>();
  return pairs.flatMap((pair) => {
    const { before, after } = isXml(pair) ? xmlSchemas(pair, direction) : comparedSchemas(pair, direction);
    const others = seen.get(before) ?? new Set();
    if (others.has(after)) return [];
    seen.set(before, others.add(after));
    return [{ before, after }];
  });
}

function comparedSchemas(pair: Sides<MediaType>, direction: Direction): Sides<Schema> {
  return direction === 'request' ? sentBodySchemas(pair) : bodySchemas(pair);
}

function isXml({ before, after }: Sides<MediaType>): boolean {
  return [before, after].every(({ range }) => /[/+]xml$/.test(range));
}

/** All values in XML are texts: an element that is a number is also a string. */
function xmlSchemas(pair: Sides<MediaType>, direction: Direction): Sides<Schema> {
  const { before, after } = bodySchemas(pair);
  const isRequest = direction === 'request';
  const { written, read } = withNestedTexts(
    isRequest ? { written: before, read: after } : { written: after, read: before },
  );
  return isRequest ? { before: written, after: read } : { before: read, after: written };
}

function bodySchemas({ before, after }: Sides<MediaType>): Sides<Schema> {
  return { before: bodySchema(before), after: bodySchema(after) };
}

function hasOtherParameters({ before, after }: Sides<MediaType>): boolean {
  return isSameType(before, after) && mediaTypeKey(before) !== mediaTypeKey(after);
}

function parametersChange({ direction, at }: ContentSides, { before, after }: Sides<MediaType>): PartChange {
  return createPartChange(bodyRules.rule(`${direction}-media-type-parameters-changed`), {
    at,
    before: before.place,
    after: after.place,
    was: mediaTypeKey(before),
    is: mediaTypeKey(after),
  });
}

type BodyRuleId = Parameters<typeof bodyRules.rule>[0];

function mediaTypeRemoved({ after, direction, at }: ContentSides, media: MediaType): PartChange {
  const isNarrowed = direction === 'response' && isRange(media) && after.some((one) => findCoveringType([media], one));
  const id: BodyRuleId = isNarrowed ? 'response-media-type-narrowed' : `${direction}-media-type-removed`;
  return createPartChange(bodyRules.rule(id), {
    at,
    before: media.place,
    was: mediaTypeKey(media),
    is: joinMediaTypes(after),
  });
}

function mediaTypeAdded({ before, direction, at }: ContentSides, media: MediaType): PartChange {
  const rule = bodyRules.rule(`${direction}-media-type-added`);
  return createPartChange(rule, {
    at,
    after: media.place,
    was: joinMediaTypes(before),
    is: mediaTypeKey(media),
  });
}

function joinMediaTypes(content: readonly MediaType[]): string {
  return content.map(mediaTypeKey).join(', ') || NONE;
}

/** Compares the request body. */
export function* compareRequestBody({ before, after }: Sides<Operation>): Generator<PartChange> {
  const [oldBody, newBody] = [before.requestBody, after.requestBody];
  if (oldBody === undefined && newBody !== undefined) yield bodyAdded(newBody);
  if (oldBody !== undefined && newBody === undefined) yield bodyRemoved(oldBody);
  if (oldBody !== undefined && newBody !== undefined) yield* compareBodyPair({ before: oldBody, after: newBody });
}

const REQUEST_BODY = 'request body';

function bodyAdded(body: RequestBody): PartChange {
  const id = body.required ? 'request-body-added-required' : 'request-body-added-optional';
  return createPartChange(bodyRules.rule(id), {
    at: REQUEST_BODY,
    after: body.place,
    was: NONE,
    is: describeRequired(body),
  });
}

function bodyRemoved(body: RequestBody): PartChange {
  const rule = bodyRules.rule('request-body-removed');
  return createPartChange(rule, {
    at: REQUEST_BODY,
    before: body.place,
    was: describeRequired(body),
    is: NONE,
  });
}

function* compareBodyPair({ before, after }: Sides<RequestBody>): Generator<PartChange> {
  if (before.required !== after.required) {
    const id = after.required ? 'request-body-became-required' : 'request-body-became-optional';
    const places = { before: before.place, after: after.place };
    yield createPartChange(bodyRules.rule(id), {
      at: REQUEST_BODY,
      ...places,
      was: describeRequired(before),
      is: describeRequired(after),
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
function mediaTypeKey({ range, parameters = '' }: MediaType): string {
  return `${range}${parameters}`;
}

function isRange({ range }: MediaType): boolean {
  return range.endsWith('/*');
}

function isSameType(one: MediaType, other: MediaType): boolean {
  return one.range === other.range;
}

/** Returns the declared media type that covers this one: the same, else one without parameters, else a range. */
function findCoveringType(content: readonly MediaType[], media: MediaType): MediaType | undefined {
  const [mainType] = media.range.split('/');
  return (
    content.find((one) => mediaTypeKey(one) === mediaTypeKey(media)) ??
    content.find((one) => isSameType(one, media) && matchesWithoutParameters(one, media)) ??
    content.find(({ range }) => range === `${mainType}/*`) ??
    content.find(({ range }) => range === '*/*')
  );
}

/** True if either has no parameters: `version=1` and `version=2` are different types. */
function matchesWithoutParameters(one: MediaType, other: MediaType): boolean {
  return (one.parameters ?? '') === '' || (other.parameters ?? '') === '';
}
