/** A mismatch of the verifier's report in the kit's words. */

import { type Json, type JsonObject, parseJson, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { AnswerPart } from '../../finding/finding.ts';
import type { BodyPath } from '../../http/body-path.ts';
import { REDIRECT_SUFFIX } from '../file/tagged-pact.ts';

/** One way in which an answer is not what the consumer expects. */
export interface Mismatch {
  /** `status`, `header Content-Type`, `body $.name`, or `call` when there was no answer to compare. */
  readonly at: string;
  /** The same for machines; undefined where there was no answer. */
  readonly part: AnswerPart | undefined;
  readonly expected: string;
  readonly received: string;
  /** `status: received 500; the pact expects 200` */
  readonly message: string;
}

export function mismatchOf(raw: JsonObject): Mismatch {
  const sentence = typeof raw.mismatch === 'string' ? raw.mismatch : '';
  const missing = /missing the following keys: (.*)$/.exec(sentence)?.[1]?.split(', ');
  const part = partOf(raw);
  if (missing !== undefined)
    return mismatch(placeOf(raw), `no ${listed(missing, 'or')}`, listed(missing, 'and'), part);
  const rule = sizeIn(sentence) ?? ruleIn(sentence);
  return mismatch(placeOf(raw), received(raw), rule ?? shown(raw.expected), part);
}

/** `a, b or c` */
function listed(names: readonly string[], word: string): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(` ${word} `);
}

/** For a call that the verifier could not complete. */
export function unanswered(reason: string): Mismatch {
  // The address is the proxy's and means nothing to anybody.
  return mismatch('call', `no usable answer (${reason.replace(/ for url \(.*?\)/, '')})`, 'one');
}

export function mismatch(at: string, received: string, expected: string, part?: AnswerPart): Mismatch {
  return {
    at,
    part,
    received,
    expected,
    message: `${at}: received ${received}; the pact expects ${expected}`,
  };
}

function placeOf({ type, path, key }: JsonObject): string {
  if (type === 'StatusMismatch') return 'status';
  if (type === 'HeaderMismatch') return `header ${headerIn(key)}`;
  if (type === 'BodyTypeMismatch') return 'media type';
  return typeof path === 'string' && path !== '/' ? `body ${path}` : 'body';
}

function partOf({ type, path, key }: JsonObject): AnswerPart {
  if (type === 'StatusMismatch') return { in: 'status' };
  if (type === 'HeaderMismatch') return { in: 'header', name: headerIn(key) };
  if (type === 'BodyTypeMismatch') return { in: 'header', name: 'Content-Type' };
  return { in: 'body', path: typeof path === 'string' ? stepsOf(path) : [] };
}

/** The verifier knows the Location of a redirect by another name. */
function headerIn(key: Json | undefined): string {
  const name = String(key);
  return name.endsWith(REDIRECT_SUFFIX) ? name.slice(0, -REDIRECT_SUFFIX.length) : name;
}

/** `$.lines[0]['a b'].size`, as Pact writes paths. */
function stepsOf(path: string): BodyPath {
  const steps = path.matchAll(/\.([A-Za-z_$][\w$-]*)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/g);
  return [...steps].map(([, name, index, quoted]) =>
    index === undefined ? (name ?? quoted ?? '') : Number(index),
  );
}

/** The verifier writes a missing body as null at "/" and a missing header as the empty string. */
function received({ actual, path, type }: JsonObject): string {
  const absent = (actual === null && path === '/') || (actual === '' && type === 'HeaderMismatch');
  return absent ? 'nothing' : shown(actual);
}

/** The example is made of as many items as the rule asks for, which says nothing of the number. */
function sizeIn(sentence: string): string | undefined {
  const [, bound, size] = / to have (minimum|maximum) size of (\d+)$/.exec(sentence) ?? [];
  if (size === undefined) return undefined;
  return `at ${bound === 'minimum' ? 'least' : 'most'} ${size} ${size === '1' ? 'item' : 'items'}`;
}

/** What a matching rule asks for, which the pact's example only illustrates; undefined for plain equality. */
function ruleIn(sentence: string): string | undefined {
  const [, type, kind, pattern] =
    / to be the same type as .*\((\w+)\)$| to be (an? \S.*)$| to match (.+)$/s.exec(sentence) ?? [];
  if (type !== undefined) return `a value of type ${type}`;
  if (kind !== undefined) return kind.replace(/^a (?=\d)/, '');
  return pattern === undefined ? undefined : `a match of ${pattern}`;
}

const SHOWN_CHARACTERS = 200;

/** One line: it comes from an implementation and goes to a terminal. Strings may come as JSON or as they are. */
function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : stringifyJson(value);
  const parsed = parseJson(text);
  const line = (parsed.ok ? stringifyJson(parsed.value) : text).replace(/[\s\p{Cc}]+/gu, ' ');
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}...` : line;
}
