/** A valid body as text, split at the positions where malformations can be inserted, and the types of malformations. */
import {
  isInteger,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  stringifyJson,
} from '../../../../spec/json/exact-json.ts';
import type { BaselineBody } from '../../request/baseline-request.ts';
import { splitTextAround } from '../../request/values/alternative-values.ts';
import { findLocations, type Path, type ValueLocation } from '../../request/values/value-locations.ts';
import { allowsValue } from '../shared/allowed-changes.ts';

/** The text around one value of a body. */
export interface JsonSlot {
  readonly before: string;
  /** The text of the value. */
  readonly original: string;
  readonly after: string;
}

export type JsonMember = readonly [key: string, value: string];

/** Members are undefined where the body has no such value. */
export interface BodyText {
  readonly json: string;
  /** Keys and values as JSON; at least two, with undeclared ones if necessary. */
  readonly members: readonly JsonMember[] | undefined;
  /** An integer if there is one, otherwise any number. */
  readonly number: JsonSlot | undefined;
  /** A number that may have a fraction. */
  readonly fraction: JsonSlot | undefined;
  /** If possible a string without constraints. */
  readonly text: JsonSlot | undefined;
  readonly boolean: JsonSlot | undefined;
  /** An array with items. */
  readonly array: JsonSlot | undefined;
  /** The slot of an undeclared property; it has no original value. */
  readonly undeclared: JsonSlot | undefined;
}

/** The path of a value of each kind in the bodies of an operation. */
export type JsonSlotPaths = Readonly<Record<'number' | 'fraction' | 'text' | 'boolean' | 'array', Path | undefined>>;

export function findSlotPaths(body: BaselineBody): JsonSlotPaths {
  const locations = [...findLocations(body.schema, body.full)];
  const first = (...predicates: ((location: ValueLocation) => boolean)[]) =>
    predicates.map((predicate) => locations.find(predicate)?.path).find((path) => path !== undefined);
  const isAllowed = ({ path }: ValueLocation, value: Json) => allowsValue({ body, path }, value);
  return {
    number: first(
      ({ value }) => isInteger(value),
      ({ value }) => isNumeric(value),
    ),
    fraction: first((location) => isNumeric(location.value) && isAllowed(location, 0.5)),
    text: first(
      (location) => typeof location.value === 'string' && isAllowed(location, ` ${location.value} `),
      ({ value }) => typeof value === 'string',
    ),
    boolean: first(({ value }) => typeof value === 'boolean'),
    array: first(({ value }) => isJsonArray(value) && value.length > 0),
  };
}

export function createBodyText(slotPaths: JsonSlotPaths, value: Json): BodyText {
  const optionalSlot = (path: Path | undefined) => (path === undefined ? undefined : slotAt(value, path));
  return {
    json: stringifyJson(value),
    members: jsonMembers(value),
    number: optionalSlot(slotPaths.number),
    fraction: optionalSlot(slotPaths.fraction),
    text: optionalSlot(slotPaths.text),
    boolean: optionalSlot(slotPaths.boolean),
    array: optionalSlot(slotPaths.array),
    undeclared: undeclaredSlot(value),
  };
}

const UNDECLARED_NAME = '"x-unknown"';

function jsonMembers(value: Json): BodyText['members'] {
  if (!isJsonObject(value)) return undefined;
  const members = Object.entries(value).map(([key, part]) => [JSON.stringify(key), stringifyJson(part)] as const);
  return members.length > 1 ? members : [...members, [UNDECLARED_NAME, '1'], ['"x-more"', '1']];
}

function slotAt(value: Json, path: Path): JsonSlot | undefined {
  const surroundings = splitTextAround(value, path);
  if (surroundings === undefined) return undefined;
  const [before, after] = surroundings;
  return { before, original: stringifyJson(value).slice(before.length, -after.length || undefined), after };
}

/** Serializes members that are JSON already. */
export function serializeObject(members: readonly JsonMember[], between = ','): string {
  return `{${members.map((member) => member.join(':')).join(between)}}`;
}

function undeclaredSlot(value: Json): JsonSlot | undefined {
  if (!isJsonObject(value)) return undefined;
  const rest = stringifyJson(value).slice(0, -1);
  return { before: `${rest}${rest === '{' ? '' : ','}${UNDECLARED_NAME}:`, original: '', after: '}' };
}

/** A way in which a body is malformed. */
export interface Malformation {
  /** Unique among all malformations. */
  readonly name: string;
  /** What is wrong with the body: `it is truncated`. */
  readonly description: string;
  /** A parser may treat the body as missing. */
  readonly mayCountAsEmpty?: boolean;
  /** The body with this malformation only; undefined where it does not apply. */
  apply(body: BodyText): string | Uint8Array | undefined;
}

/** Malformations of one kind: a parser that accepts several of them is reported once. */
export interface MalformedKind {
  readonly topic: string;
  readonly malformations: readonly Malformation[];
}

/** The body with other content in the slot. */
export function fillSlot(slot: JsonSlot | undefined, content: string): string | undefined {
  return slot === undefined ? undefined : `${slot.before}${content}${slot.after}`;
}
