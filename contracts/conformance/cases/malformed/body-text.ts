/** A valid body as text, open at the places where a fault can be put in, and what such faults are. */
import {
  isInteger,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  stringifyJson,
} from '../../../../spec/json/exact-json.ts';
import type { TwinBody } from '../../request/twin.ts';
import { textAround } from '../../request/values/choices.ts';
import { type Path, sitesBelow, type ValueSite } from '../../request/values/sites.ts';
import { allows } from '../shared/allowed.ts';

/** The text around one value of a body. */
export interface Gap {
  readonly before: string;
  /** What stands there. */
  readonly own: string;
  readonly after: string;
}

export type Member = readonly [key: string, value: string];

/** What is undefined the body does not have. */
export interface BodyText {
  readonly json: string;
  /** Keys and values as JSON; two at least, if need be one that the contract does not name. */
  readonly members: readonly Member[] | undefined;
  /** An integer where there is one, else any number. */
  readonly number: Gap | undefined;
  /** A number that may have a fraction. */
  readonly fraction: Gap | undefined;
  /** A text that may be any text, where there is one. */
  readonly text: Gap | undefined;
  readonly boolean: Gap | undefined;
  /** An array with items. */
  readonly array: Gap | undefined;
  /** A property that the contract does not name; nothing stands there. */
  readonly unnamed: Gap | undefined;
}

/** Where each kind of value lies in the bodies of an operation. */
export type Places = Readonly<Record<'number' | 'fraction' | 'text' | 'boolean' | 'array', Path | undefined>>;

export function placesIn(body: TwinBody): Places {
  const sites = [...sitesBelow(body.schema, body.full)];
  const first = (...wishes: ((site: ValueSite) => boolean)[]) =>
    wishes.map((wish) => sites.find(wish)?.path).find((path) => path !== undefined);
  const takes = ({ path }: ValueSite, value: Json) => allows({ body, path }, value);
  return {
    number: first(
      ({ value }) => isInteger(value),
      ({ value }) => isNumeric(value),
    ),
    fraction: first((site) => isNumeric(site.value) && takes(site, 0.5)),
    text: first(
      (site) => typeof site.value === 'string' && takes(site, ` ${site.value} `),
      ({ value }) => typeof value === 'string',
    ),
    boolean: first(({ value }) => typeof value === 'boolean'),
    array: first(({ value }) => isJsonArray(value) && value.length > 0),
  };
}

export function bodyText(places: Places, value: Json): BodyText {
  const at = (path: Path | undefined) => (path === undefined ? undefined : gapIn(value, path));
  return {
    json: stringifyJson(value),
    members: membersOf(value),
    number: at(places.number),
    fraction: at(places.fraction),
    text: at(places.text),
    boolean: at(places.boolean),
    array: at(places.array),
    unnamed: unnamedIn(value),
  };
}

const UNNAMED = '"x-unknown"';

function membersOf(value: Json): BodyText['members'] {
  if (!isJsonObject(value)) return undefined;
  const own = Object.entries(value).map(([key, part]) => [JSON.stringify(key), stringifyJson(part)] as const);
  return own.length > 1 ? own : [...own, [UNNAMED, '1'], ['"x-more"', '1']];
}

function gapIn(value: Json, path: Path): Gap | undefined {
  const around = textAround(value, path);
  if (around === undefined) return undefined;
  const [before, after] = around;
  return { before, own: stringifyJson(value).slice(before.length, -after.length || undefined), after };
}

/** An object of members that are JSON already. */
export function objectText(members: readonly Member[], between = ','): string {
  return `{${members.map((member) => member.join(':')).join(between)}}`;
}

function unnamedIn(value: Json): Gap | undefined {
  if (!isJsonObject(value)) return undefined;
  const rest = stringifyJson(value).slice(0, -1);
  return { before: `${rest}${rest === '{' ? '' : ','}${UNNAMED}:`, own: '', after: '}' };
}

/** One way in which a body is not JSON. */
export interface Malformation {
  /** Unique among all. */
  readonly name: string;
  /** What is wrong with the body: `it ends in the middle`. */
  readonly words: string;
  /** A parser may see no body at all in it. */
  readonly mayBeNone?: boolean;
  /** The body with this fault alone; undefined where it has no place for it. */
  break(body: BodyText): string | Uint8Array | undefined;
}

/** Malformations of one kind: a parser that takes some of them is told once. */
export interface MalformedKind {
  readonly topic: string;
  readonly malformations: readonly Malformation[];
}

/** The body with something else in a gap. */
export function filled(gap: Gap | undefined, content: string): string | undefined {
  return gap === undefined ? undefined : `${gap.before}${content}${gap.after}`;
}
