/** Checks the body that a consumer expects against the contract. */
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import type { MediaType, Response } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { formatPath, validate } from '../../../spec/validation/validate.ts';
import type { PactBody } from '../file/interaction.ts';
import { type ComparedInteraction, headerPointer } from './compared-interaction.ts';
import { subschemaProperties } from './document-lookup.ts';
import { exampleSchema } from './example-schema.ts';
import { type FieldUse, findFields } from './field-declarations.ts';
import type { RawFinding } from './findings.ts';
import { notJsonFinding, unmappedValueFinding, violationFinding } from './request-body.ts';
import { mediaFor, parseBodyBySchema, withMediaType } from './schema-parts.ts';

/** Checks the body for every declared status, including errors. */
export function checkResponseBody(subject: ComparedInteraction): readonly RawFinding[] {
  const { response, responseBody: body } = subject;
  if (response === undefined) return [];
  if (body === undefined) return checkTypeWithoutBody(subject, response);
  if (response.content.length === 0) return [undeclaredBodyFinding(response, body)];
  const media = responseMediaType(subject);
  if (media === undefined) return [wrongTypeFinding(subject, response, body.contentType)];
  return media.schema === undefined ? [] : validateBody(subject, withMediaType(body, media), media.schema);
}

/** Undefined if there is no body or its type is not declared. */
export function responseMediaType({ response, responseBody, interaction }: ComparedInteraction): MediaType | undefined {
  if (responseBody === undefined) return undefined;
  return mediaFor(response?.content ?? [], responseBody, interaction.response.headers.has('content-type'));
}

function validateBody(subject: ComparedInteraction, body: PactBody, schema: Schema): readonly RawFinding[] {
  const example = exampleSchema(schema);
  const read = parseBodyBySchema(body, example, 'response');
  if (read.kind === 'opaque') return [];
  if (read.kind === 'malformed') return [notJsonFinding(body, schema, 'response')];
  const inheritedProperties = (part: Schema) => subschemaProperties(subject.contract, part);
  return [
    ...validate(example, read.value, 'response').map((violation) => violationFinding(violation, body, 'response')),
    ...findFields(schema, read.value, { direction: 'response', inheritedProperties }).flatMap((field) =>
      fieldFindings(field, subject, body),
    ),
  ];
}

/** An expected Content-Type is checked with or without a body. */
function checkTypeWithoutBody(subject: ComparedInteraction, response: Response): readonly RawFinding[] {
  const type = subject.interaction.response.headers.get('content-type');
  if (type === undefined || response.content.length === 0) return [];
  const body = { pointer: '', contentType: type, json: undefined };
  return mediaFor(response.content, body, true) === undefined ? [wrongTypeFinding(subject, response, type)] : [];
}

function undeclaredBodyFinding(response: Response, { pointer }: PactBody): RawFinding {
  return {
    severity: 'error',
    code: 'response.body.unknown',
    part: 'body',
    received: 'a body that the consumer reads',
    expected: `no body for ${response.status}`,
    pointer,
    place: response.place,
  };
}

function wrongTypeFinding(subject: ComparedInteraction, { content, place }: Response, type: string): RawFinding {
  return {
    severity: 'error',
    code: 'response.content-type.incompatible',
    part: 'header content-type',
    received: type === '' ? 'a body without a media type' : type,
    expected: content.map(({ range }) => range).join(', '),
    pointer: headerPointer(subject, 'response', 'content-type'),
    place,
  };
}

function fieldFindings(field: FieldUse, subject: ComparedInteraction, body: PactBody): readonly RawFinding[] {
  const { kind, path: at, name, place } = field;
  const pointer = at.reduce<string>(joinPointer, body.pointer);
  if (kind === 'undeclared' || kind === 'additional') return [undeclaredPropertyFinding(field, pointer)];
  const path = formatPath(at);
  if (kind === 'no alternative') return [unmappedValueFinding(field, pointer, 'response')];
  if (kind === 'wrong direction') {
    return [
      {
        severity: 'warning',
        code: 'response.body.write-only',
        part: path,
        received: 'a property that the consumer reads',
        expected: 'the property is writeOnly, so responses omit it',
        pointer,
        place,
      },
    ];
  }
  const reason = optionalPropertyReason(subject, name);
  if (reason === 'the request or a state names it') return [];
  return [
    {
      severity: reason === 'none' ? 'warning' : 'unspecified',
      code: 'response.body.optional',
      part: path,
      received: 'a property that the consumer requires',
      expected: 'the property is optional: without it, an implementation still conforms, but the consumer fails',
      pointer,
      place,
    },
  ];
}

/**
 * The consumer reads a property that the contract does not promise, so a conforming implementation without it breaks
 * the consumer. If the contract explicitly allows additional properties, this is a warning. Otherwise it is an error,
 * as in the comparator: a consumer can only rely on the declared properties.
 */
function undeclaredPropertyFinding({ kind, path, name, place }: FieldUse, pointer: string): RawFinding {
  const allowsAdditional = kind === 'additional';
  return {
    severity: allowsAdditional ? 'warning' : 'error',
    code: allowsAdditional ? 'response.body.unknown-property' : 'response.body.incompatible',
    part: formatPath(path.slice(0, -1)),
    received: `the property "${name}"`,
    expected: allowsAdditional
      ? 'additional properties are allowed, but no property of that name is declared'
      : 'no property of that name',
    pointer,
    place,
  };
}

/**
 * Why a consumer may rely on an optional property. A response that echoes the request has the property because the
 * request has it, and a provider state that names the property sets it up. Any other state may do so too, which the
 * document does not show: then the finding is `silent` and no warning is reported.
 */
type OptionalPropertyReason = 'the request or a state names it' | 'a state may set it' | 'none';

function optionalPropertyReason(subject: ComparedInteraction, name: string): OptionalPropertyReason {
  const { states } = subject.interaction;
  if (requestNames(subject).has(name)) return 'the request or a state names it';
  const stateText = states.map((state) => `${state.name} ${stringifyJson(state.params)}`).join(' ');
  if (` ${splitWords(stateText)} `.includes(` ${splitWords(name)} `)) return 'the request or a state names it';
  return states.length > 0 ? 'a state may set it' : 'none';
}

/** Splits `orderTag` and `order_tag` into the words `order tag`. */
function splitWords(text: string): string {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function requestNames({ requestBody, query, operation }: ComparedInteraction): ReadonlySet<string> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return new Set([...collectNames(requestBody?.json), ...query.map(({ name }) => name), ...inPath]);
}

function collectNames(value: Json | undefined): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(collectNames);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => [name, ...collectNames(part)]);
}
