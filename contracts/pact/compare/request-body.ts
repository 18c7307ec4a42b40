/** Checks the body of a request against the contract. */
import { joinPointer } from '../../../spec/json/pointer.ts';
import type { Contract, MediaType } from '../../../spec/model/contract.ts';
import { formatPath, type Violation, validate } from '../../../spec/validation/validate.ts';
import type { PactBody } from '../file/interaction.ts';
import { type ComparedInteraction, headerPointer } from './compared-interaction.ts';
import { childOf, valueAtPlace } from './document-lookup.ts';
import type { FieldUse } from './field-declarations.ts';
import type { RawFinding } from './findings.ts';
import { type BodyValue, mediaFor, parseBodyBySchema, withMediaType } from './schema-parts.ts';

/** Checks the body whatever response the consumer expects. */
export function checkRequestBody(subject: ComparedInteraction): readonly RawFinding[] {
  const { operation, requestBody: body } = subject;
  const declared = operation.requestBody;
  if (declared === undefined) return [];
  if (body === undefined) return declared.required ? [missingBodyFinding(subject, declared)] : [];
  const media = requestMediaType(subject);
  if (media === undefined) return declared.content.length === 0 ? [] : [undeclaredTypeFinding(subject, declared, body)];
  const read = parseRequestBody(subject);
  if (read?.kind === 'malformed') return [notJsonFinding(body, media, 'request')];
  if (read?.kind !== 'value' || media.schema === undefined) return [];
  return validate(media.schema, read.value, 'request')
    .filter((violation) => !isResolvedByDiscriminator(subject.contract, violation))
    .map((violation) => violationFinding(violation, body, 'request'));
}

/** If several alternatives match, a discriminator selects one. */
function isResolvedByDiscriminator(contract: Contract, { place, matchCount }: Violation): boolean {
  if (matchCount === undefined) return false;
  const schema = { ...place, pointer: place.pointer.replace(/\/oneOf$/, '') };
  return childOf(valueAtPlace(contract, schema), 'discriminator') !== undefined;
}

/** The declared media type of the body; undefined without a body or a match. */
export function requestMediaType({ operation, requestBody, interaction }: ComparedInteraction): MediaType | undefined {
  if (requestBody === undefined) return undefined;
  const isNamed = interaction.request.headers.has('content-type');
  return mediaFor(operation.requestBody?.content ?? [], requestBody, isNamed);
}

/** Undefined if the contract has no schema for it. */
export function parseRequestBody(subject: ComparedInteraction): BodyValue | undefined {
  const media = requestMediaType(subject);
  if (media?.schema === undefined || subject.requestBody === undefined) return undefined;
  return parseBodyBySchema(withMediaType(subject.requestBody, media), media.schema, 'request');
}

/** Converts a violation of a body to a finding with its place in the pact. */
export function violationFinding(
  { path, received, expected, place, keyword }: Violation,
  { pointer }: PactBody,
  part: 'request' | 'response',
): RawFinding {
  const within = keyword === 'required' || keyword === 'dependentRequired' ? path.slice(0, -1) : path;
  return {
    severity: 'error',
    code: `${part}.body.incompatible`,
    part: formatPath(path),
    received,
    expected,
    pointer: within.reduce<string>(joinPointer, pointer),
    place,
  };
}

/** A warning: OpenAPI says that validation should fail, but a discriminator is only a hint. */
export function unmappedValueFinding(
  { path, place }: FieldUse,
  pointer: string,
  part: 'request' | 'response',
): RawFinding {
  return {
    severity: 'warning',
    code: `${part}.body.discriminator`,
    part: formatPath(path),
    received: 'a value that selects no alternative',
    expected: 'the name of a schema, or a value of the mapping',
    pointer,
    place,
  };
}

/** The finding for a body that is not JSON although its media type is. */
export function notJsonFinding(
  { pointer, contentType }: PactBody,
  { place }: Pick<MediaType, 'place'>,
  part: 'request' | 'response',
): RawFinding {
  return {
    severity: 'error',
    code: `${part}.body.incompatible`,
    part: 'body',
    received: 'invalid JSON',
    expected: contentType,
    pointer,
    place,
  };
}

function missingBodyFinding({ interaction }: ComparedInteraction, { place }: Pick<MediaType, 'place'>): RawFinding {
  return {
    severity: 'error',
    code: 'request.body.missing',
    part: 'body',
    received: 'nothing',
    expected: 'a body (required)',
    pointer: `${interaction.place.pointer}/request`,
    place,
  };
}

function undeclaredTypeFinding(
  subject: ComparedInteraction,
  { content, place }: { readonly content: readonly MediaType[]; readonly place: MediaType['place'] },
  { contentType }: PactBody,
): RawFinding {
  return {
    severity: 'error',
    code: 'request.content-type.incompatible',
    part: 'header content-type',
    received: contentType,
    expected: content.map(({ range }) => range).join(', '),
    pointer: headerPointer(subject, 'request', 'content-type'),
    place,
  };
}
