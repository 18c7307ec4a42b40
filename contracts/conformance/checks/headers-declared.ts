import type { Header } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { flatten } from '../../../spec/sampling/flatten.ts';
import { isValid, validate } from '../../../spec/validation/validate.ts';
import { type HeaderLine, headerOf, headersOf, readHeader } from '../../http/headers.ts';
import type { Check, Violation } from './check.ts';

export const headersDeclared: Check = {
  id: 'headers-declared',
  severity: 'fault',
  holds: 'the headers that the contract requires of the answer are there, and those it declares are valid',
  title: 'A declared header is missing or invalid',
  why: 'A client that relies on it (a location, a rate limit, a page count) has nothing to go by. Likely cause: the header is set on one code path and not on another. Set it wherever the answer is made, in the form that its schema says.',
  restsOn: 'OpenAPI, Response Object (headers) and Header Object (required, schema)',
  appliesTo: ({ response }) => response !== undefined && response.headers.length > 0,
  violations({ answer, response }) {
    if (answer === undefined || response === undefined) return [];
    return response.headers.flatMap((header) => violationsOf(header, answer.headers, response.status));
  },
};

function violationsOf(
  { name, required, schema, place }: Header,
  headers: readonly HeaderLine[],
  status: string,
): readonly Violation[] {
  const text = headerOf(headers, name);
  const common = { at: { in: 'header', name } as const, place, key: `${status} ${name}` };
  if (text === undefined)
    return required ? [{ expected: `the header ${name}`, received: 'no such header', ...common }] : [];
  if (schema === undefined || isHttpDate(schema, name, text)) return [];
  // Cookies are set one in a line, and a line cannot be joined to another.
  const texts = name.toLowerCase() === 'set-cookie' ? headersOf(headers, name) : [text];
  const values = texts.map((one) => readHeader(schema, one));
  const [first = text] = values;
  if (values.some((value) => isValid(schema, value, 'response'))) return [];
  return validate(schema, first, 'response').map(({ expected, received }) => {
    return { expected: `${name}: ${expected}`, received, ...common };
  });
}

/** Dates for which HTTP has a form of its own, older than that of JSON Schema. */
const datesOfHttp = /^(date|expires|last-modified|retry-after|sunset)$/i;

function isHttpDate(schema: Schema, name: string, text: string): boolean {
  const { format } = flatten(schema);
  const isDate = format === 'date-time' || format === 'date';
  return (
    isDate && datesOfHttp.test(name) && /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(text)
  );
}
