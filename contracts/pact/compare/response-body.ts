/** Holds the body that a consumer expects to the contract. */
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import type { MediaType, Response } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { formatPath, validate } from '../../../spec/validation/validate.ts';
import type { PactBody } from '../file/interaction.ts';
import { propertiesOfHeirs } from './document.ts';
import { forExamples } from './example-schema.ts';
import { type Field, fieldsIn } from './fields.ts';
import type { Found } from './findings.ts';
import { broken, noJson } from './request-body.ts';
import { bodyValueOf, mediaFor, typedBy } from './schema-parts.ts';
import { type ComparedInteraction, headerPointer } from './subject.ts';

/** Of every declared status, those of errors included. */
export function responseBodyFindings(subject: ComparedInteraction): readonly Found[] {
  const { response, responseBody: body } = subject;
  if (response === undefined) return [];
  if (body === undefined) return typeWithoutBody(subject, response);
  if (response.content.length === 0) return [noBody(response, body)];
  const media = responseMedia(subject);
  if (media === undefined) return [wrongType(subject, response, body.contentType)];
  return media.schema === undefined ? [] : held(subject, typedBy(body, media), media.schema);
}

/** Undefined where there is no body, or its type is not declared. */
export function responseMedia({
  response,
  responseBody,
  interaction,
}: ComparedInteraction): MediaType | undefined {
  if (responseBody === undefined) return undefined;
  return mediaFor(response?.content ?? [], responseBody, interaction.response.headers.has('content-type'));
}

function held(subject: ComparedInteraction, body: PactBody, schema: Schema): readonly Found[] {
  const example = forExamples(schema);
  const read = bodyValueOf(body, example, 'response');
  if (read.kind === 'opaque') return [];
  if (read.kind === 'malformed') return [noJson(body, schema, 'response')];
  const heirs = (part: Schema) => propertiesOfHeirs(subject.contract, part);
  return [
    ...validate(example, read.value, 'response').map((violation) => broken(violation, body, 'response')),
    ...fieldsIn(schema, read.value, { direction: 'response', heirs }).flatMap((field) =>
      ofField(field, subject, body),
    ),
  ];
}

/** A header that names a type is a promise asked for, with or without a body. */
function typeWithoutBody(subject: ComparedInteraction, response: Response): readonly Found[] {
  const type = subject.interaction.response.headers.get('content-type');
  if (type === undefined || response.content.length === 0) return [];
  const body = { pointer: '', contentType: type, json: undefined };
  return mediaFor(response.content, body, true) === undefined ? [wrongType(subject, response, type)] : [];
}

function noBody(response: Response, { pointer }: PactBody): Found {
  return {
    severity: 'error',
    code: 'response.body.unknown',
    at: 'body',
    received: 'a body that the consumer reads',
    expected: `nothing of a body for ${response.status}`,
    pointer,
    place: response.place,
  };
}

function wrongType(subject: ComparedInteraction, { content, place }: Response, type: string): Found {
  return {
    severity: 'error',
    code: 'response.content-type.incompatible',
    at: 'header content-type',
    received: type === '' ? 'a body without a type' : type,
    expected: content.map(({ range }) => range).join(', '),
    pointer: headerPointer(subject, 'response', 'content-type'),
    place,
  };
}

function ofField(field: Field, subject: ComparedInteraction, body: PactBody): readonly Found[] {
  const { kind, at, name, place } = field;
  const pointer = at.reduce<string>(joinPointer, body.pointer);
  if (kind === 'undeclared' || kind === 'open') return [unpromised(field, pointer)];
  const path = formatPath(at);
  if (kind === 'one way') {
    return [
      {
        severity: 'warning',
        code: 'response.body.write-only',
        at: path,
        received: 'a property that the consumer reads',
        expected: 'that it is writeOnly, so that answers leave it out',
        pointer,
        place,
      },
    ];
  }
  const ground = groundFor(subject, name);
  if (ground === 'the request or a state names it') return [];
  return [
    {
      severity: ground === 'none' ? 'warning' : 'silent',
      code: 'response.body.optional',
      at: path,
      received: 'a property that the consumer demands',
      expected: 'that it is optional: a right implementation may leave it out, and then the consumer breaks',
      pointer,
      place,
    },
  ];
}

/**
 * The consumer reads what nobody promised, and a right implementation without it breaks that consumer. Where the
 * contract says that more may come it is advice; where it only leaves the door open it is an error, as it is for
 * the comparator: the list of properties is what a consumer may build on.
 */
function unpromised({ kind, at, name, place }: Field, pointer: string): Found {
  const isOpen = kind === 'open';
  return {
    severity: isOpen ? 'warning' : 'error',
    code: isOpen ? 'response.body.unknown-property' : 'response.body.incompatible',
    at: formatPath(at.slice(0, -1)),
    received: `the property "${name}"`,
    expected: isOpen ? 'that others may come, and none of that name' : 'none of that name',
    pointer,
    place,
  };
}

/**
 * Why a consumer may rely on a property that the contract leaves optional. A response that gives back what was sent
 * has it because the request has it; and a provider state that speaks of it is there to bring it about. Any other
 * state may do so too, which a document cannot tell: then the contract is silent, and nobody is advised.
 */
type Ground = 'the request or a state names it' | 'a state may bring it' | 'none';

function groundFor(subject: ComparedInteraction, name: string): Ground {
  const { states } = subject.interaction;
  if (sentNames(subject).has(name)) return 'the request or a state names it';
  const told = states.map((state) => `${state.name} ${stringifyJson(state.params)}`).join(' ');
  if (` ${wordsIn(told)} `.includes(` ${wordsIn(name)} `)) return 'the request or a state names it';
  return states.length > 0 ? 'a state may bring it' : 'none';
}

/** `orderTag` and `order_tag` are the words `order tag`. */
function wordsIn(text: string): string {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function sentNames({ requestBody, query, operation }: ComparedInteraction): ReadonlySet<string> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return new Set([...namesIn(requestBody?.json), ...query.map(({ name }) => name), ...inPath]);
}

function namesIn(value: Json | undefined): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(namesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => [name, ...namesIn(part)]);
}
