/** What the responses of an operation leave undefined. */
import { isJsonType, isSecured, type Operation, type Response } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { LintRule } from '../lint-rule.ts';

export const successDeclared: LintRule = {
  id: 'success-declared',
  severity: 'warning',
  invariant: 'every operation declares a success or a redirect',
  title: 'No success is declared',
  why: 'Without a declared success, no successful response can be checked. Declare the response for success: a 2xx, or a 3xx for a redirect.',
  references: 'OpenAPI, Responses Object: at least one response, which should be that of the success',
  *problems({ operations }) {
    for (const { id, place, responses } of operations) {
      if (responses.some(({ status }) => /^[23]|^101$|^default$/.test(status))) continue;
      yield {
        subject: id,
        place,
        expected: 'a 2xx response',
        received: responses.map(({ status }) => status).join(', ') || 'none',
      };
    }
  },
};

export const responseDescribed: LintRule = {
  id: 'response-described',
  severity: 'warning',
  invariant: 'a success that may have a body describes it',
  title: 'A success does not describe its body',
  why: 'A response without content does not specify whether there is a body and what it contains: it is not checked, and clients guess. Declare its content with a schema, or 204 if there is no body.',
  references: 'OpenAPI, Response Object (content); RFC 9110, sections 15.3.1 and 15.3.5 (200 and 204)',
  *problems({ operations }) {
    for (const { id, method, responses } of operations) {
      if (method === 'HEAD' || method === 'OPTIONS') continue;
      for (const { status, content, place } of responses) {
        if (!/^(?:200|203|206|2XX)$/.test(status) || content.length > 0) continue;
        yield { subject: id, place, expected: `the content of ${status}`, received: 'none' };
      }
    }
  },
};

export const errorHasSchema: LintRule = {
  id: 'error-has-schema',
  severity: 'warning',
  invariant: 'every declared error has a schema',
  title: 'An error is declared without a schema',
  why: 'Clients cannot read an error of unknown shape. Add a content with a schema to the response.',
  references: 'OpenAPI, Response Object (content)',
  *problems({ operations }) {
    for (const { id, responses } of operations) {
      for (const { status, content, place } of responses) {
        const isReadable = content.some(({ schema, range }) => schema !== undefined || !isJsonType(range));
        if (!isErrorStatus(status, responses) || isReadable) continue;
        yield { subject: id, place, expected: `a schema for ${status}`, received: 'none' };
      }
    }
  },
};

/** `default` is an error response if a success status is declared. */
function isErrorStatus(status: string, responses: readonly Response[]): boolean {
  if (status !== 'default') return /^[45]/.test(status);
  return responses.some((response) => response.status.startsWith('2'));
}

export const authErrorDeclared: LintRule = {
  id: 'auth-error-declared',
  severity: 'warning',
  invariant: 'every operation that requires credentials declares the response to invalid ones',
  title: 'The response to missing or invalid credentials is not declared',
  why: 'Generated clients have no branch for this response, and the kit has to accept any rejection. Declare 401 (403 for insufficient credentials) with the schema of the errors.',
  references: 'OpenAPI, Responses Object: known errors are declared; RFC 9110, section 15.5.2 (401)',
  *problems({ operations }) {
    for (const operation of operations) {
      const { id, place, responses } = operation;
      const isDeclared = responses.some(({ status }) => /^(401|403|4XX|default)$/.test(status));
      if (!isSecured(operation) || isDeclared) continue;
      yield { subject: id, place, expected: '401 or 403', received: statusList(responses) };
    }
  },
};

function statusList(responses: readonly { readonly status: string }[]): string {
  return responses.map(({ status }) => status).join(', ') || 'none';
}

export const clientErrorDeclared: LintRule = {
  id: 'client-error-declared',
  severity: 'warning',
  invariant: 'every operation that can receive an invalid request declares the response to it',
  title: 'The response to an invalid request is not declared',
  why: 'Clients cannot show what was wrong, and the kit has to accept any 4xx. Declare 400 or 422 with the schema of the errors.',
  references: 'OpenAPI, Responses Object: known errors are declared; RFC 9110, section 15.5.1 (400)',
  *problems({ operations }) {
    for (const operation of operations) {
      if (!hasConstrainedInput(operation) || declaresInvalid(operation)) continue;
      const received = operation.responses.map(({ status }) => status).join(', ') || 'none';
      yield { subject: operation.id, place: operation.place, expected: '400, 422 or 4XX', received };
    }
  },
};

/** For an id in the path that is any text, the response is 404, not 400. */
function hasConstrainedInput({ parameters, requestBody }: Operation): boolean {
  const hasConstrainedParameter = parameters.some((parameter) =>
    parameter.in === 'path' ? isConstrained(parameter.schema) : parameter.required || isConstrained(parameter.schema),
  );
  return hasConstrainedParameter || requestBody !== undefined;
}

function isConstrained(schema: Schema | undefined): boolean {
  if (schema === undefined) return false;
  const { types, format, pattern, maxLength, ...flat } = flattenSchema(schema);
  const isText = types === undefined || types.has('string');
  return !isText || [format, pattern, maxLength, flat.enum, flat.const].some((one) => one !== undefined);
}

export const responseRequiresProperty: LintRule = {
  id: 'response-requires-property',
  severity: 'warning',
  invariant: 'a response that declares properties requires at least one of them',
  title: 'An empty object is a valid response',
  why: 'Every property is optional: an implementation that returns {} conforms to the contract. List the properties that are always present under required.',
  references: 'JSON Schema Validation 2020-12, section 6.5.3 (required)',
  *problems({ operations }) {
    for (const { id, responses } of operations) {
      for (const { status, content } of responses) {
        const schema = content.find(({ range }) => isJsonType(range))?.schema;
        const looseSchema = schema === undefined ? undefined : findLooseSchema(schema);
        if (looseSchema === undefined) continue;
        const received = `none of ${[...flattenSchema(looseSchema).properties.keys()].slice(0, 5).join(', ')}`;
        const expected = `a required property in the body of ${status}`;
        yield { subject: id, place: looseSchema.place, expected, received };
      }
    }
  },
};

/** The object schema, or the item schema of a list, that accepts `{}`. A list may contain itself. */
function findLooseSchema(schema: Schema): Schema | undefined {
  const lists = new Set<Schema>();
  let inner = schema;
  for (
    let flat = flattenSchema(inner);
    flat.items !== undefined && flat.properties.size === 0;
    flat = flattenSchema(inner)
  ) {
    if (lists.has(inner)) return undefined;
    lists.add(inner);
    inner = flat.items;
  }
  return flattenSchema(inner).properties.size > 0 && isValid(inner, {}, 'response') ? inner : undefined;
}

/**
 * 404 and 409 have other meanings: without a general client error, the contract does not define the response to an
 * invalid request.
 */
export function declaresInvalid({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^(400|422|4XX|default)$/.test(status));
}
