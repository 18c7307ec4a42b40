/**
 * Finds parts of a request that the contract does not declare: a provider may ignore them although the consumer relies
 * on them.
 */
import { joinPointer } from '../../../spec/json/pointer.ts';
import { formatPath } from '../../../spec/validation/validate.ts';
import { type ComparedInteraction, headerPointer } from './compared-interaction.ts';
import { isDeprecated, placeBelow, subschemaProperties } from './document-lookup.ts';
import { type FieldUse, findFields } from './field-declarations.ts';
import type { RawFinding } from './findings.ts';
import { isCommonRequestHeader } from './headers.ts';
import { parseRequestBody, requestMediaType, unmappedValueFinding } from './request-body.ts';
import { collectParts } from './schema-parts.ts';

/**
 * Warnings, because a contract may forbid additional properties in bodies, but not undeclared query parameters and
 * headers.
 */
export function checkUndeclaredRequestParts(subject: ComparedInteraction): readonly RawFinding[] {
  // A request that should be rejected may be invalid in any way.
  if (!subject.expectsSuccess) return checkDeprecated(subject);
  return [
    ...checkDeprecated(subject),
    ...checkQueryParameters(subject),
    ...checkHeaders(subject),
    ...checkBody(subject),
    ...checkBodyFields(subject),
  ];
}

function warning(finding: Omit<RawFinding, 'severity'>): RawFinding {
  return { severity: 'warning', ...finding };
}

function checkDeprecated({ contract, operation, interaction }: ComparedInteraction): readonly RawFinding[] {
  if (!isDeprecated(contract, operation)) return [];
  return [
    warning({
      code: 'request.operation.deprecated',
      part: 'request',
      received: `${interaction.request.method} ${interaction.request.path}`,
      expected: 'the operation is deprecated',
      pointer: `${interaction.place.pointer}/request/path`,
      place: placeBelow(contract, operation.place, 'deprecated'),
    }),
  ];
}

function checkQueryParameters(subject: ComparedInteraction): readonly RawFinding[] {
  const declared = declaredQueryNames(subject);
  return subject.query
    .filter(({ name }) => !declared.has(name) && !declared.has(name.replace(/\[.*$/s, '')))
    .filter(({ name }) => !isCredential(subject, name))
    .map(({ name, pointer }) =>
      warning({
        code: 'request.query.unknown',
        part: formatPath([name], 'query'),
        received: 'a query parameter',
        expected: 'none of that name',
        pointer,
        place: subject.operation.place,
      }),
    );
}

/** The members of an exploded object are separate query parameters. */
function declaredQueryNames({ operation }: ComparedInteraction): ReadonlySet<string> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  const members = parameters.flatMap(({ schema }) => [...collectParts(schema).properties.keys()]);
  return new Set([...parameters.map(({ name }) => name), ...members]);
}

/** Misplaced credentials are reported by the credentials check. */
function isCredential({ operation }: ComparedInteraction, name: string): boolean {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  return schemes.some(({ type, parameterName }) =>
    type === 'oauth2' ? name === 'access_token' : parameterName?.toLowerCase() === name.toLowerCase(),
  );
}

function checkHeaders(subject: ComparedInteraction): readonly RawFinding[] {
  const { operation, interaction } = subject;
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'header');
  const declared = new Set(parameters.map(({ name }) => name.toLowerCase()));
  return [...interaction.request.headers.keys()]
    .filter((name) => !declared.has(name) && !isCommonRequestHeader(name) && !isCredential(subject, name))
    .map((name) =>
      warning({
        code: 'request.header.unknown',
        part: `header ${name}`,
        received: 'a header',
        expected: 'none of that name',
        pointer: headerPointer(subject, 'request', name),
        place: operation.place,
      }),
    );
}

function checkBody({ operation, requestBody }: ComparedInteraction): readonly RawFinding[] {
  if (requestBody === undefined || operation.requestBody !== undefined) return [];
  return [
    warning({
      code: 'request.body.unknown',
      part: 'body',
      received: 'a body',
      expected: 'no body for this operation',
      pointer: requestBody.pointer,
      place: operation.place,
    }),
  ];
}

function checkBodyFields(subject: ComparedInteraction): readonly RawFinding[] {
  const { requestBody, contract } = subject;
  const schema = requestMediaType(subject)?.schema;
  const read = parseRequestBody(subject);
  if (schema === undefined || requestBody === undefined || read?.kind !== 'value') return [];
  const inheritedProperties = (part: typeof schema) => subschemaProperties(contract, part);
  return findFields(schema, read.value, { direction: 'request', inheritedProperties }).map((field) =>
    fieldFinding(field, requestBody.pointer),
  );
}

function fieldFinding(field: FieldUse, base: string): RawFinding {
  const { kind, path, place } = field;
  const pointer = path.reduce<string>(joinPointer, base);
  if (kind === 'no alternative') return unmappedValueFinding(field, pointer, 'request');
  const isReadOnly = kind === 'wrong direction';
  return warning({
    code: isReadOnly ? 'request.body.read-only' : 'request.body.unknown-property',
    part: formatPath(path),
    received: 'a property',
    expected: isReadOnly ? 'the property is readOnly, so requests omit it' : 'no property of that name',
    pointer,
    place,
  });
}
