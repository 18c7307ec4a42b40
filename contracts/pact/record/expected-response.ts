/** The response of an interaction: what every right answer to the request has in common. */
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { isJsonType, type MediaType, type Response } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { sampleOf } from '../../../spec/sampling/sample.ts';
import { expectedOf } from './expect/rules.ts';
import { anyOf, shapeOf } from './expect/shapes.ts';
import { escaped } from './expect/text-rules.ts';
import type { Note } from './recorded.ts';
import type { ExpectedStatuses } from './statuses.ts';

export interface ExpectedResponse {
  readonly response: JsonObject;
  readonly notes: readonly Note[];
}

/** `isBodiless` for a method that gets no content, such as HEAD. */
export function expectedResponse(outcome: ExpectedStatuses, isBodiless: boolean): ExpectedResponse {
  const { responses, isOpen } = outcome;
  const notes: Note[] = [];
  const headers = isOpen ? nothing : headerPart(responses);
  const content = isOpen || isBodiless || mayBeBodiless(outcome) ? undefined : contentPart(responses, notes);
  const rules = {
    ...(isAlone(outcome) ? {} : { status: statusRule(outcome) }),
    ...ruleSet('header', { ...headers.rules, ...content?.headerRules }),
    ...ruleSet('body', content?.bodyRules ?? {}),
  };
  const allHeaders = { ...headers.values, ...content?.headers };
  return {
    response: {
      status: outcome.status,
      ...(Object.keys(allHeaders).length === 0 ? {} : { headers: allHeaders }),
      ...(content?.body === undefined ? {} : { body: content.body }),
      ...(Object.keys(rules).length === 0 ? {} : { matchingRules: rules }),
    },
    notes,
  };
}

function isAlone({ any, status }: ExpectedStatuses): boolean {
  return typeof any !== 'string' && any.every((one) => one === status);
}

function statusRule({ any }: ExpectedStatuses): JsonObject {
  return { combine: 'AND', matchers: [{ match: 'statusCode', status: any }] };
}

function ruleSet(name: string, rules: JsonObject): JsonObject {
  return Object.keys(rules).length === 0 ? {} : { [name]: rules };
}

function mayBeBodiless({ any, status }: ExpectedStatuses): boolean {
  return [status, ...(typeof any === 'string' ? [] : any)].some((one) => [204, 205, 304].includes(one));
}

interface HeaderPart {
  readonly values: JsonObject;
  readonly rules: JsonObject;
}

const nothing: HeaderPart = { values: {}, rules: {} };

/** Those that every one of the responses requires. */
function headerPart([first, ...others]: readonly Response[]): HeaderPart {
  const names = (first?.headers ?? []).filter(
    ({ name, required }) =>
      required &&
      name.toLowerCase() !== 'content-type' &&
      others.every(({ headers }) =>
        headers.some((one) => one.required && one.name.toLowerCase() === name.toLowerCase()),
      ),
  );
  const values = names.map(({ name, schema }): [string, Json] => [name, [headerExample(schema)]]);
  const rules = names.map(({ name }): [string, Json] => [name, regexRule('.*')]);
  return { values: Object.fromEntries(values), rules: Object.fromEntries(rules) };
}

function headerExample(schema: Schema | undefined): string {
  const sample = schema === undefined ? undefined : sampleOf(schema, 'response');
  return typeof sample === 'string' || typeof sample === 'number' ? String(sample) : 'sample';
}

interface ContentPart {
  readonly headers: JsonObject;
  readonly headerRules: JsonObject;
  readonly body: JsonObject | undefined;
  readonly bodyRules: JsonObject;
}

/** Nothing is said where one of the responses declares no content. */
function contentPart(responses: readonly Response[], notes: Note[]): ContentPart | undefined {
  const media = responses.flatMap(({ content }) => content);
  const [first] = media;
  if (first === undefined || responses.some(({ content }) => content.length === 0)) return undefined;
  const ranges = [...new Set(media.map(({ range }) => range))];
  const range = ranges.find((one) => !one.includes('*'));
  const headers =
    range === undefined
      ? { headers: {}, headerRules: {} }
      : {
          headers: { 'Content-Type': [range] },
          headerRules: { 'Content-Type': regexRule(typePattern(ranges)) },
        };
  return { ...headers, ...bodyPart(media, notes) };
}

function typePattern(ranges: readonly string[]): string {
  const patterns = ranges.map((range) => range.split('*').map(escaped).join('[^;]*'));
  const [only = ''] = patterns;
  return `(?i)^${patterns.length === 1 ? only : `(?:${patterns.join('|')})`}\\s*(;.*)?$`;
}

type BodyPart = Pick<ContentPart, 'body' | 'bodyRules'>;

const noBody: BodyPart = { body: undefined, bodyRules: {} };

function bodyPart(media: readonly MediaType[], notes: Note[]): BodyPart {
  const [first] = media;
  if (first === undefined) return noBody;
  const leave = (reason: string): BodyPart => {
    notes.push({ place: first.place, what: 'the body of the answer', reason });
    return noBody;
  };
  const other = media.find(({ range }) => !isJsonType(range));
  if (other !== undefined) return leave(`it may be ${other.range}, which is not JSON`);
  const schemas = media.map(({ schema }) => schema).filter((schema) => schema !== undefined);
  const [schema] = schemas;
  if (schema === undefined || schemas.length < media.length) return leave('it has no schema');
  const sample = sampleFor(first, schema);
  if (sample === undefined) return leave('no example can be derived from its schema; give one');
  const leftOut = (path: string, reason: string) =>
    notes.push({ place: first.place, what: `${path} of the answer`, reason });
  const shape = anyOf(schemas.map((one) => shapeOf(one)));
  const found = expectedOf(shape, sample, { path: '$', depth: 0, leftOut });
  if (found === undefined) return noBody;
  const body = { content: found.example, contentType: first.range, encoded: false };
  return { body, bodyRules: found.rules };
}

/** All that is optional too: a list without items would not say what its items are. */
function sampleFor({ examples }: MediaType, schema: Schema): Json | undefined {
  const full = sampleOf(schema, 'response', { optional: 'all' });
  return full ?? sampleOf(schema, 'response') ?? examples[0]?.value;
}

function regexRule(regex: string): JsonObject {
  return { combine: 'AND', matchers: [{ match: 'regex', regex }] };
}
