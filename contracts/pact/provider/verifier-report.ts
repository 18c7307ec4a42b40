/** Parses the verifier's JSON report. Missing or malformed parts never count as a pass. */
import { KitError } from '../../../errors.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import type { ResponsePart } from '../../finding/finding.ts';
import type { BodyPath } from '../../http/json-path.ts';
import { REDIRECT_SUFFIX } from '../file/tagged-pact.ts';

export interface InteractionReport {
  readonly description: string;
  readonly ok: boolean;
  /** The mismatches of a failed interaction; empty if it passed. */
  readonly mismatches: readonly Mismatch[];
  /** An error in the pact itself, in the verifier's words, which says nothing about the response. */
  readonly pactError?: string | undefined;
}

/** A difference between the response and the consumer's expectation. */
export interface Mismatch {
  /** `status`, `header Content-Type`, `body $.name`, or `call` if there was no response. */
  readonly label: string;
  /** The same as data; undefined if there was no response. */
  readonly part: ResponsePart | undefined;
  readonly expected: string;
  readonly received: string;
  /** `status: received 500; the pact expects 200` */
  readonly message: string;
}

/** In the order of the report, which is that of the pact. Throws `pact-verifier-failed`. */
export function parseVerifierReport(text: string): readonly InteractionReport[] {
  const parsed = parseJson(text);
  const report = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
  if (report === undefined || !isJsonArray(report.interactionResults))
    throw new KitError('pact-verifier-failed', 'its report is missing or invalid');
  const failures = [...filterObjects(report.errors), ...filterObjects(report.pendingErrors)];
  return report.interactionResults.map((result) => {
    const { description, result: outcome } = isJsonObject(result) ? result : {};
    const name = typeof description === 'string' ? description : '';
    if (outcome === 'OK') return { description: name, ok: true, mismatches: [] };
    const failure = takeFailure(failures, name);
    const found = { mismatches: parseMismatches(failure), pactError: findPactError(failure) };
    return { description: name, ok: false, ...found };
  });
}

/**
 * For example, a regular expression of the pact that the verifier cannot parse. Messages that quote a response begin
 * differently.
 */
function findPactError(failure: JsonObject | undefined): string | undefined {
  const detail = isJsonObject(failure?.mismatch) ? failure.mismatch : {};
  return filterObjects(detail.mismatches)
    .map(({ mismatch: sentence }) => String(sentence).replace(/^Mismatch with header '.*?': /, ''))
    .find((sentence) => /^'.*' is not a valid regular expression - |^Could not apply the '/s.test(sentence));
}

/** Failures are in the order of the interactions and named `Verifying ... - <description>`. */
function takeFailure(failures: JsonObject[], description: string): JsonObject | undefined {
  const index = failures.findIndex(({ interaction }) => String(interaction).endsWith(` - ${description}`));
  return index < 0 ? undefined : failures.splice(index, 1)[0];
}

function parseMismatches(failure: JsonObject | undefined): readonly Mismatch[] {
  const detail = isJsonObject(failure?.mismatch) ? failure.mismatch : {};
  const mismatches = filterObjects(detail.mismatches).map(parseMismatch).toSorted(compareMismatches);
  if (mismatches.length > 0) return mismatches;
  const reason = typeof detail.message === 'string' ? detail.message : 'the verifier gives no reason';
  return [noResponseMismatch(reason)];
}

/** Status, then headers, then body, each by name: the verifier's order differs between runs. */
function compareMismatches(a: Mismatch, b: Mismatch): number {
  return partOrder(a) - partOrder(b) || (a.label < b.label ? -1 : Number(a.label > b.label));
}

function partOrder({ label }: Mismatch): number {
  const parts = ['call', 'status', 'header', 'body'];
  return parts.findIndex((part) => label.startsWith(part));
}

function filterObjects(value: Json | undefined): JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

export function parseMismatch(raw: JsonObject): Mismatch {
  const sentence = typeof raw.mismatch === 'string' ? raw.mismatch : '';
  const missing = /missing the following keys: (.*)$/.exec(sentence)?.[1]?.split(', ');
  const part = responsePart(raw);
  if (missing !== undefined)
    return createMismatch(partLabel(raw), `no ${joinNames(missing, 'or')}`, joinNames(missing, 'and'), part);
  const rule = sizeText(sentence) ?? ruleText(sentence);
  return createMismatch(partLabel(raw), receivedText(raw), rule ?? valueText(raw.expected), part);
}

/** `a, b or c` */
function joinNames(names: readonly string[], word: string): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(` ${word} `);
}

/** The mismatch of a call that the verifier could not complete. */
export function noResponseMismatch(reason: string): Mismatch {
  // The URL is that of the proxy, which is meaningless to users.
  return createMismatch('call', `no usable response (${reason.replace(/ for url \(.*?\)/, '')})`, 'a response');
}

export function createMismatch(at: string, received: string, expected: string, part?: ResponsePart): Mismatch {
  return {
    label: at,
    part,
    received,
    expected,
    message: `${at}: received ${received}; the pact expects ${expected}`,
  };
}

function partLabel({ type, path, key }: JsonObject): string {
  if (type === 'StatusMismatch') return 'status';
  if (type === 'HeaderMismatch') return `header ${originalHeaderName(key)}`;
  if (type === 'BodyTypeMismatch') return 'media type';
  return typeof path === 'string' && path !== '/' ? `body ${path}` : 'body';
}

function responsePart({ type, path, key }: JsonObject): ResponsePart {
  if (type === 'StatusMismatch') return { in: 'status' };
  if (type === 'HeaderMismatch') return { in: 'header', name: originalHeaderName(key) };
  if (type === 'BodyTypeMismatch') return { in: 'header', name: 'Content-Type' };
  return { in: 'body', path: typeof path === 'string' ? parsePath(path) : [] };
}

/** Restores the name of a renamed Location header. */
function originalHeaderName(key: Json | undefined): string {
  const name = String(key);
  return name.endsWith(REDIRECT_SUFFIX) ? name.slice(0, -REDIRECT_SUFFIX.length) : name;
}

/** Parses a Pact path such as `$.lines[0]['a b'].size`. */
function parsePath(path: string): BodyPath {
  const steps = path.matchAll(/\.([A-Za-z_$][\w$-]*)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/g);
  return [...steps].map(([, name, index, quoted]) => (index === undefined ? (name ?? quoted ?? '') : Number(index)));
}

/** The verifier reports a missing body as null at "/" and a missing header as the empty string. */
function receivedText({ actual, path, type }: JsonObject): string {
  const isAbsent = (actual === null && path === '/') || (actual === '' && type === 'HeaderMismatch');
  return isAbsent ? 'nothing' : valueText(actual);
}

/** The verifier repeats the example to the required size, so the expected value does not show the number of items. */
function sizeText(sentence: string): string | undefined {
  const [, bound, size] = / to have (minimum|maximum) size of (\d+)$/.exec(sentence) ?? [];
  if (size === undefined) return undefined;
  return `at ${bound === 'minimum' ? 'least' : 'most'} ${size} ${size === '1' ? 'item' : 'items'}`;
}

/** What a matching rule requires, which the example only illustrates; undefined for plain equality. */
function ruleText(sentence: string): string | undefined {
  const [, type, kind, pattern] =
    / to be the same type as .*\((\w+)\)$| to be (an? \S.*)$| to match (.+)$/s.exec(sentence) ?? [];
  if (type !== undefined) return `a value of type ${type}`;
  if (kind !== undefined) return kind.replace(/^a (?=\d)/, '');
  return pattern === undefined ? undefined : `a match of ${pattern}`;
}

const MAX_SHOWN_CHARACTERS = 200;

/** One line, since it is part of a response and is printed to a terminal. Strings may be JSON or plain. */
function valueText(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : stringifyJson(value);
  const parsed = parseJson(text);
  const line = (parsed.ok ? stringifyJson(parsed.value) : text).replace(/[\s\p{Cc}]+/gu, ' ');
  return line.length > MAX_SHOWN_CHARACTERS ? `${line.slice(0, MAX_SHOWN_CHARACTERS)}...` : line;
}
