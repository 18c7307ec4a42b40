/** Holds the body that an interaction sends to the contract. */
import { joinPointer } from '../../../spec/json/pointer.ts';
import type { Contract, MediaType } from '../../../spec/model/contract.ts';
import { formatPath, type Violation, validate } from '../../../spec/validation/validate.ts';
import type { PactBody } from '../file/interaction.ts';
import { childOf, valueAt } from './document.ts';
import type { Found } from './findings.ts';
import { type BodyValue, bodyValueOf, mediaFor, typedBy } from './schema-parts.ts';
import { type ComparedInteraction, headerPointer } from './subject.ts';

/** What is wrong with the body of a request, whatever the consumer expects of it. */
export function requestBodyFaults(subject: ComparedInteraction): readonly Found[] {
  const { operation, requestBody: body } = subject;
  const declared = operation.requestBody;
  if (declared === undefined) return [];
  if (body === undefined) return declared.required ? [missing(subject, declared)] : [];
  const media = requestMedia(subject);
  if (media === undefined)
    return declared.content.length === 0 ? [] : [undeclaredType(subject, declared, body)];
  const read = requestValue(subject);
  if (read?.kind === 'malformed') return [noJson(body, media, 'request')];
  if (read?.kind !== 'value' || media.schema === undefined) return [];
  return validate(media.schema, read.value, 'request')
    .filter((violation) => !isToldApart(subject.contract, violation))
    .map((violation) => broken(violation, body, 'request'));
}

/** Of several alternatives that fit, a discriminator chooses the one that is meant. */
function isToldApart(contract: Contract, { rule, received, place }: Violation): boolean {
  if (rule !== 'oneOf' || !/ which fits \d+ of them$/.test(received)) return false;
  const schema = { ...place, pointer: place.pointer.replace(/\/oneOf$/, '') };
  return childOf(valueAt(contract, schema), 'discriminator') !== undefined;
}

/** The media type that governs the body; undefined where there is no body or none fits. */
export function requestMedia({
  operation,
  requestBody,
  interaction,
}: ComparedInteraction): MediaType | undefined {
  if (requestBody === undefined) return undefined;
  const isNamed = interaction.request.headers.has('content-type');
  return mediaFor(operation.requestBody?.content ?? [], requestBody, isNamed);
}

/** Undefined where the contract has no schema for it. */
export function requestValue(subject: ComparedInteraction): BodyValue | undefined {
  const media = requestMedia(subject);
  if (media?.schema === undefined || subject.requestBody === undefined) return undefined;
  return bodyValueOf(typedBy(subject.requestBody, media), media.schema, 'request');
}

/** A violation of a body, where it stands in the pact. */
export function broken(
  { at, received, expected, place, rule }: Violation,
  { pointer }: PactBody,
  part: 'request' | 'response',
): Found {
  const within = rule === 'required' || rule === 'dependentRequired' ? at.slice(0, -1) : at;
  return {
    severity: 'error',
    code: `${part}.body.incompatible`,
    at: formatPath(at),
    received,
    expected,
    pointer: within.reduce<string>(joinPointer, pointer),
    place,
  };
}

/** A body whose type says that it is JSON. */
export function noJson(
  { pointer, contentType }: PactBody,
  { place }: Pick<MediaType, 'place'>,
  part: 'request' | 'response',
): Found {
  return {
    severity: 'error',
    code: `${part}.body.incompatible`,
    at: 'body',
    received: 'what is no JSON',
    expected: contentType,
    pointer,
    place,
  };
}

function missing({ interaction }: ComparedInteraction, { place }: Pick<MediaType, 'place'>): Found {
  return {
    severity: 'error',
    code: 'request.body.missing',
    at: 'body',
    received: 'nothing',
    expected: 'a body (it is required)',
    pointer: `${interaction.place.pointer}/request`,
    place,
  };
}

function undeclaredType(
  subject: ComparedInteraction,
  { content, place }: { readonly content: readonly MediaType[]; readonly place: MediaType['place'] },
  { contentType }: PactBody,
): Found {
  return {
    severity: 'error',
    code: 'request.content-type.incompatible',
    at: 'header content-type',
    received: contentType,
    expected: content.map(({ range }) => range).join(', '),
    pointer: headerPointer(subject, 'request', 'content-type'),
    place,
  };
}
