/** The verifier's JSON report as data. What is missing or malformed in it is never taken for a pass. */
import { KitError } from '../../../errors.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import type { AnswerPart } from '../../finding/finding.ts';
import type { BodyPath } from '../../http/body-path.ts';
import { REDIRECT_SUFFIX } from '../file/tagged-pact.ts';

export interface InteractionReport {
  readonly description: string;
  readonly ok: boolean;
  /** What the verifier says of a failed interaction; empty when it holds. */
  readonly mismatches: readonly Mismatch[];
  /** What in the pact itself it could not apply to the answer, in its own words: that says nothing of the answer. */
  readonly inapplicable?: string | undefined;
}

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

/** In the order of the report, which is the order of the pact. Throws `pact-verifier-failed`. */
export function readReport(text: string): readonly InteractionReport[] {
  const parsed = parseJson(text);
  const report = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
  if (report === undefined || !isJsonArray(report.interactionResults))
    throw new KitError('pact-verifier-failed', 'its report is missing or is no report');
  const failures = [...objects(report.errors), ...objects(report.pendingErrors)];
  return report.interactionResults.map((result) => {
    const { description, result: outcome } = isJsonObject(result) ? result : {};
    const name = typeof description === 'string' ? description : '';
    if (outcome === 'OK') return { description: name, ok: true, mismatches: [] };
    const failure = takeFailure(failures, name);
    const found = { mismatches: mismatchesOf(failure), inapplicable: inapplicableIn(failure) };
    return { description: name, ok: false, ...found };
  });
}

/** A regular expression of the pact, say, that the verifier cannot read. What quotes an answer begins otherwise. */
function inapplicableIn(failure: JsonObject | undefined): string | undefined {
  const detail = isJsonObject(failure?.mismatch) ? failure.mismatch : {};
  return objects(detail.mismatches)
    .map(({ mismatch: sentence }) => String(sentence).replace(/^Mismatch with header '.*?': /, ''))
    .find((sentence) => /^'.*' is not a valid regular expression - |^Could not apply the '/s.test(sentence));
}

/** Failures stand in the order of the interactions and are named `Verifying ... - <description>`. */
function takeFailure(failures: JsonObject[], description: string): JsonObject | undefined {
  const index = failures.findIndex(({ interaction }) => String(interaction).endsWith(` - ${description}`));
  return index < 0 ? undefined : failures.splice(index, 1)[0];
}

function mismatchesOf(failure: JsonObject | undefined): readonly Mismatch[] {
  const detail = isJsonObject(failure?.mismatch) ? failure.mismatch : {};
  const mismatches = objects(detail.mismatches).map(mismatchOf).toSorted(inOrder);
  if (mismatches.length > 0) return mismatches;
  const reason = typeof detail.message === 'string' ? detail.message : 'the verifier gives no reason';
  return [unanswered(reason)];
}

/** The status first, then headers, then the body, each by name: the verifier tells them in another order each time. */
function inOrder(a: Mismatch, b: Mismatch): number {
  return rank(a) - rank(b) || (a.at < b.at ? -1 : Number(a.at > b.at));
}

function rank({ at }: Mismatch): number {
  const parts = ['call', 'status', 'header', 'body'];
  return parts.findIndex((part) => at.startsWith(part));
}

function objects(value: Json | undefined): JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
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
