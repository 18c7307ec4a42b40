/**
 * Builds the expected response of a recorded interaction: what all conforming responses to the request have in common.
 */
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { isJsonType, type MediaType, type Response } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { schemaShape, uniteShapes } from './expected-body/json-shape.ts';
import { expectValue } from './expected-body/matching-rules.ts';
import { escapePattern } from './expected-body/string-patterns.ts';
import type { ExpectedStatuses } from './expected-statuses.ts';
import type { OmissionNote } from './recording-model.ts';

export interface ExpectedResponse {
  readonly response: JsonObject;
  readonly notes: readonly OmissionNote[];
}

/** `isBodiless` for methods whose responses have no content, such as HEAD. */
export function expectedResponse(outcome: ExpectedStatuses, isBodiless: boolean): ExpectedResponse {
  const { responses, hasUndeclared } = outcome;
  const notes: OmissionNote[] = [];
  const headers = hasUndeclared ? noHeaders : headerPart(responses);
  const content = hasUndeclared || isBodiless || mayHaveNoBody(outcome) ? undefined : contentPart(responses, notes);
  const rules = {
    ...(isExactStatus(outcome) ? {} : { status: statusRule(outcome) }),
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

function isExactStatus({ allowed, status }: ExpectedStatuses): boolean {
  return typeof allowed !== 'string' && allowed.every((one) => one === status);
}

function statusRule({ allowed }: ExpectedStatuses): JsonObject {
  return { combine: 'AND', matchers: [{ match: 'statusCode', status: allowed }] };
}

function ruleSet(name: string, rules: JsonObject): JsonObject {
  return Object.keys(rules).length === 0 ? {} : { [name]: rules };
}

function mayHaveNoBody({ allowed, status }: ExpectedStatuses): boolean {
  return [status, ...(typeof allowed === 'string' ? [] : allowed)].some((one) => [204, 205, 304].includes(one));
}

interface HeaderPart {
  readonly values: JsonObject;
  readonly rules: JsonObject;
}

const noHeaders: HeaderPart = { values: {}, rules: {} };

/** The headers that all of the declared responses require. */
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
  const sample = schema === undefined ? undefined : sampleValue(schema, 'response');
  return typeof sample === 'string' || typeof sample === 'number' ? String(sample) : 'sample';
}

interface ContentPart {
  readonly headers: JsonObject;
  readonly headerRules: JsonObject;
  readonly body: JsonObject | undefined;
  readonly bodyRules: JsonObject;
}

/** Undefined if one of the responses declares no content. */
function contentPart(responses: readonly Response[], notes: OmissionNote[]): ContentPart | undefined {
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
          headerRules: { 'Content-Type': regexRule(contentTypePattern(ranges)) },
        };
  return { ...headers, ...bodyPart(media, notes) };
}

function contentTypePattern(ranges: readonly string[]): string {
  const patterns = ranges.map((range) => range.split('*').map(escapePattern).join('[^;]*'));
  const [only = ''] = patterns;
  return `(?i)^${patterns.length === 1 ? only : `(?:${patterns.join('|')})`}\\s*(;.*)?$`;
}

type BodyPart = Pick<ContentPart, 'body' | 'bodyRules'>;

const noBody: BodyPart = { body: undefined, bodyRules: {} };

function bodyPart(media: readonly MediaType[], notes: OmissionNote[]): BodyPart {
  const [first] = media;
  if (first === undefined) return noBody;
  const omitBody = (reason: string): BodyPart => {
    notes.push({ place: first.place, subject: 'the response body', reason });
    return noBody;
  };
  const other = media.find(({ range }) => !isJsonType(range));
  if (other !== undefined) return omitBody(`it can be ${other.range}, which is not JSON`);
  const schemas = media.map(({ schema }) => schema).filter((schema) => schema !== undefined);
  const [schema] = schemas;
  if (schema === undefined || schemas.length < media.length) return omitBody('it has no schema');
  const sample = exampleFor(first, schema);
  if (sample === undefined) return omitBody('no example can be derived from its schema; add an example');
  const onOmitted = (path: string, reason: string) =>
    notes.push({ place: first.place, subject: `${path} of the response`, reason });
  const shape = uniteShapes(schemas.map((one) => schemaShape(one)));
  const expected = expectValue(shape, sample, { path: '$', depth: 0, onOmitted });
  if (expected === undefined) return noBody;
  const body = { content: expected.example, contentType: first.range, encoded: false };
  return { body, bodyRules: expected.rules };
}

/** Includes everything that is optional: an empty array would not show the shape of its items. */
function exampleFor({ examples }: MediaType, schema: Schema): Json | undefined {
  const full = sampleValue(schema, 'response', { optional: 'all' });
  return full ?? sampleValue(schema, 'response') ?? examples[0]?.value;
}

function regexRule(regex: string): JsonObject {
  return { combine: 'AND', matchers: [{ match: 'regex', regex }] };
}
