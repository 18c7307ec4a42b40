/** A valid body as text, open at the places where a fault can be put in, and what such faults are. */
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
  /** What stands there. */
  readonly original: string;
  readonly after: string;
}

export type JsonMember = readonly [key: string, value: string];

/** What is undefined the body does not have. */
export interface BodyText {
  readonly json: string;
  /** Keys and values as JSON; two at least, if need be one that the contract does not name. */
  readonly members: readonly JsonMember[] | undefined;
  /** An integer where there is one, else any number. */
  readonly number: JsonSlot | undefined;
  /** A number that may have a fraction. */
  readonly fraction: JsonSlot | undefined;
  /** A text that may be any text, where there is one. */
  readonly text: JsonSlot | undefined;
  readonly boolean: JsonSlot | undefined;
  /** An array with items. */
  readonly array: JsonSlot | undefined;
  /** A property that the contract does not name; nothing stands there. */
  readonly undeclared: JsonSlot | undefined;
}

/** Where each kind of value lies in the bodies of an operation. */
export type JsonSlotPaths = Readonly<Record<'number' | 'fraction' | 'text' | 'boolean' | 'array', Path | undefined>>;

export function findSlotPaths(body: BaselineBody): JsonSlotPaths {
  const locations = [...findLocations(body.schema, body.full)];
  const first = (...preferences: ((location: ValueLocation) => boolean)[]) =>
    preferences.map((preference) => locations.find(preference)?.path).find((path) => path !== undefined);
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

export function createBodyText(places: JsonSlotPaths, value: Json): BodyText {
  const at = (path: Path | undefined) => (path === undefined ? undefined : slotAt(value, path));
  return {
    json: stringifyJson(value),
    members: jsonMembers(value),
    number: at(places.number),
    fraction: at(places.fraction),
    text: at(places.text),
    boolean: at(places.boolean),
    array: at(places.array),
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

/** An object of members that are JSON already. */
export function serializeObject(members: readonly JsonMember[], between = ','): string {
  return `{${members.map((member) => member.join(':')).join(between)}}`;
}

function undeclaredSlot(value: Json): JsonSlot | undefined {
  if (!isJsonObject(value)) return undefined;
  const rest = stringifyJson(value).slice(0, -1);
  return { before: `${rest}${rest === '{' ? '' : ','}${UNDECLARED_NAME}:`, original: '', after: '}' };
}

/** One way in which a body is not JSON. */
export interface Malformation {
  /** Unique among all. */
  readonly name: string;
  /** What is wrong with the body: `it ends in the middle`. */
  readonly description: string;
  /** A parser may see no body at all in it. */
  readonly mayCountAsEmpty?: boolean;
  /** The body with this fault alone; undefined where it has no place for it. */
  apply(body: BodyText): string | Uint8Array | undefined;
}

/** Malformations of one kind: a parser that takes some of them is told once. */
export interface MalformedKind {
  readonly topic: string;
  readonly malformations: readonly Malformation[];
}

/** The body with something else in a gap. */
export function fillSlot(slot: JsonSlot | undefined, content: string): string | undefined {
  return slot === undefined ? undefined : `${slot.before}${content}${slot.after}`;
}
