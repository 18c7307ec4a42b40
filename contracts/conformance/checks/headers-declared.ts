import { isInteger, type Json, numberFromSource } from '../../../spec/exact-json.ts';
import { flatten } from '../../../spec/flatten.ts';
import type { Schema } from '../../../spec/schema.ts';
import { validate } from '../../../spec/validate.ts';
import { headerOf } from '../../headers.ts';
import type { Check, Violation } from './check.ts';

export const headersDeclared: Check = {
  id: 'headers-declared',
  severity: 'fault',
  holds: 'the headers that the contract requires of the answer are there, and those it declares are valid',
  title: 'A declared header is missing or invalid',
  why: 'A client that relies on it (a location, a rate limit, a page count) has nothing to go by. Likely cause: the header is set on one code path and not on another.',
  appliesTo: ({ response }) => response !== undefined && response.headers.length > 0,
  violations({ answer, response }) {
    if (answer === undefined || response === undefined) return [];
    return response.headers.flatMap(({ name, required, schema, place }): readonly Violation[] => {
      const text = headerOf(answer.headers, name);
      const key = `${response.status} ${name}`;
      if (text === undefined)
        return required ? [{ expected: `the header ${name}`, received: 'no such header', place, key }] : [];
      if (schema === undefined) return [];
      return validate(schema, readAs(schema, text), 'response').map(({ expected, received }) => {
        return { expected: `${name}: ${expected}`, received, place, key };
      });
    });
  },
};

/** A header is text; its schema says what the text stands for. Lists are left as they are. */
function readAs(schema: Schema, text: string): Json {
  const { types } = flatten(schema);
  const isNumber = types?.has('integer') === true || types?.has('number') === true;
  if (isNumber && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) {
    const number = numberFromSource(text);
    return isInteger(number) || types?.has('number') === true ? number : text;
  }
  if (types?.has('boolean') === true && (text === 'true' || text === 'false')) return text === 'true';
  return types?.has('array') === true ? text.split(',').map((item) => item.trim()) : text;
}
