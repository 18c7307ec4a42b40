/** What an interaction sends beside what the contract declares: a provider may ignore it, and the consumer relies on it. */
import { joinPointer } from '../../../spec/json/pointer.ts';
import { formatPath } from '../../../spec/validation/validate.ts';
import { isDeprecated, placeBelow, propertiesOfHeirs } from './document.ts';
import { type Field, fieldsIn } from './fields.ts';
import type { Found } from './findings.ts';
import { isUsualInRequests } from './headers.ts';
import { requestMedia, requestValue } from './request-body.ts';
import { partsOf } from './schema-parts.ts';
import { type ComparedInteraction, headerPointer } from './subject.ts';

/** Advice: a contract closes its bodies if at all, and never its queries and headers. */
export function undeclaredInRequest(subject: ComparedInteraction): readonly Found[] {
  // What is to be refused may be wrong in any way.
  if (!subject.expectsSuccess) return deprecated(subject);
  return [
    ...deprecated(subject),
    ...queryParameters(subject),
    ...headers(subject),
    ...body(subject),
    ...bodyFields(subject),
  ];
}

function advice(found: Omit<Found, 'severity'>): Found {
  return { severity: 'warning', ...found };
}

function deprecated({ contract, operation, interaction }: ComparedInteraction): readonly Found[] {
  if (!isDeprecated(contract, operation)) return [];
  return [
    advice({
      code: 'request.operation.deprecated',
      at: 'request',
      received: `${interaction.request.method} ${interaction.request.path}`,
      expected: 'that the operation is deprecated',
      pointer: `${interaction.place.pointer}/request/path`,
      place: placeBelow(contract, operation.place, 'deprecated'),
    }),
  ];
}

function queryParameters(subject: ComparedInteraction): readonly Found[] {
  const declared = queryNames(subject);
  return subject.query
    .filter(({ name }) => !declared.has(name) && !declared.has(name.replace(/\[.*$/s, '')))
    .filter(({ name }) => !isCredential(subject, name))
    .map(({ name, pointer }) =>
      advice({
        code: 'request.query.unknown',
        at: formatPath([name], 'query'),
        received: 'a query parameter',
        expected: 'none of that name',
        pointer,
        place: subject.operation.place,
      }),
    );
}

/** The members of an exploded object go by their own names. */
function queryNames({ operation }: ComparedInteraction): ReadonlySet<string> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  const members = parameters.flatMap(({ schema }) => [...partsOf(schema).properties.keys()]);
  return new Set([...parameters.map(({ name }) => name), ...members]);
}

/** Where credentials do not belong is told of them as credentials. */
function isCredential({ operation }: ComparedInteraction, name: string): boolean {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  return schemes.some(({ type, parameterName }) =>
    type === 'oauth2' ? name === 'access_token' : parameterName?.toLowerCase() === name.toLowerCase(),
  );
}

function headers(subject: ComparedInteraction): readonly Found[] {
  const { operation, interaction } = subject;
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'header');
  const declared = new Set(parameters.map(({ name }) => name.toLowerCase()));
  return [...interaction.request.headers.keys()]
    .filter((name) => !declared.has(name) && !isUsualInRequests(name) && !isCredential(subject, name))
    .map((name) =>
      advice({
        code: 'request.header.unknown',
        at: `header ${name}`,
        received: 'a header',
        expected: 'none of that name',
        pointer: headerPointer(subject, 'request', name),
        place: operation.place,
      }),
    );
}

function body({ operation, requestBody }: ComparedInteraction): readonly Found[] {
  if (requestBody === undefined || operation.requestBody !== undefined) return [];
  return [
    advice({
      code: 'request.body.unknown',
      at: 'body',
      received: 'a body',
      expected: 'nothing of a body for this operation',
      pointer: requestBody.pointer,
      place: operation.place,
    }),
  ];
}

function bodyFields(subject: ComparedInteraction): readonly Found[] {
  const { requestBody, contract } = subject;
  const schema = requestMedia(subject)?.schema;
  const read = requestValue(subject);
  if (schema === undefined || requestBody === undefined || read?.kind !== 'value') return [];
  const heirs = (part: typeof schema) => propertiesOfHeirs(contract, part);
  return fieldsIn(schema, read.value, { direction: 'request', heirs }).map((field) =>
    ofField(field, requestBody.pointer),
  );
}

function ofField({ kind, at, place }: Field, base: string): Found {
  const isReadOnly = kind === 'one way';
  return advice({
    code: isReadOnly ? 'request.body.read-only' : 'request.body.unknown-property',
    at: formatPath(at),
    received: 'a property',
    expected: isReadOnly ? 'that it is readOnly, so that requests leave it out' : 'none of that name',
    pointer: at.reduce<string>(joinPointer, base),
    place,
  });
}
