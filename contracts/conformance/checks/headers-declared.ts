import type { Header } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { isValid, validate } from '../../../spec/validation/validate.ts';
import { type HeaderLine, headerValue, headerValues, parseHeader } from '../../http/headers.ts';
import type { Check, Violation } from './check.ts';

export const headersDeclared: Check = {
  id: 'headers-declared',
  severity: 'error',
  invariant: 'required response headers are present, and declared response headers are valid',
  title: 'A declared header is missing or invalid',
  why: 'A client that relies on the header (a location, a rate limit, a page count) fails. Likely cause: only some code paths set it. Set the header wherever the response is built, in the format of its schema.',
  references: 'OpenAPI, Response Object (headers) and Header Object (required, schema)',
  appliesTo: ({ declared }) => declared !== undefined && declared.headers.length > 0,
  violations({ response, declared }) {
    if (response === undefined || declared === undefined) return [];
    return declared.headers.flatMap((header) => headerViolations(header, response.headers, declared.status));
  },
};

function headerViolations(
  { name, required, schema, place }: Header,
  headers: readonly HeaderLine[],
  status: string,
): readonly Violation[] {
  const text = headerValue(headers, name);
  const common = { responsePart: { in: 'header', name } as const, place, key: `${status} ${name}` };
  if (text === undefined)
    return required ? [{ expected: `the header ${name}`, received: 'no such header', ...common }] : [];
  if (schema === undefined || isHttpDate(schema, name, text)) return [];
  // Set-Cookie lines hold one cookie each and cannot be joined.
  const texts = name.toLowerCase() === 'set-cookie' ? headerValues(headers, name) : [text];
  const values = texts.map((one) => parseHeader(schema, one));
  const [first = text] = values;
  if (values.some((value) => isValid(schema, value, 'response'))) return [];
  return validate(schema, first, 'response').map(({ expected, received }) => {
    return { expected: `${name}: ${expected}`, received, ...common };
  });
}

/** Headers whose dates have the format of HTTP (RFC 9110, section 5.6.7), which is older than that of JSON Schema. */
const httpDateHeaders = /^(date|expires|last-modified|retry-after|sunset)$/i;

function isHttpDate(schema: Schema, name: string, text: string): boolean {
  const { format } = flattenSchema(schema);
  const isDate = format === 'date-time' || format === 'date';
  return isDate && httpDateHeaders.test(name) && /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(text);
}
