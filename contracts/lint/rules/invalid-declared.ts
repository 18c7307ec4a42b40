import type { Operation } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { flatten } from '../../../spec/sampling/flatten.ts';
import { declaresInvalid } from '../../conformance/checks/status-declared.ts';
import type { LintRule } from '../rule.ts';

export const invalidDeclared: LintRule = {
  id: 'invalid-declared',
  severity: 'advice',
  holds: 'every operation that can be sent something invalid declares the answer to it',
  title: 'The answer to an invalid request is not declared',
  why: 'Clients cannot show what was wrong, and any 4xx has to be taken as right. Declare 400 or 422 with the schema of the errors.',
  restsOn: 'OpenAPI, Responses Object: known errors are declared; RFC 9110, section 15.5.1 (400)',
  *problems({ operations }) {
    for (const operation of operations) {
      if (!takesDemands(operation) || declaresInvalid(operation)) continue;
      const received = operation.responses.map(({ status }) => status).join(', ') || 'none';
      yield { subject: operation.id, place: operation.place, expected: '400, 422 or 4XX', received };
    }
  },
};

/** An id in the path that is any text has 404 as its answer, not 400. */
function takesDemands({ parameters, requestBody }: Operation): boolean {
  const isDemanding = parameters.some((parameter) =>
    parameter.in === 'path' ? demands(parameter.schema) : parameter.required || demands(parameter.schema),
  );
  return isDemanding || requestBody !== undefined;
}

function demands(schema: Schema | undefined): boolean {
  if (schema === undefined) return false;
  const { types, format, pattern, maxLength, ...flat } = flatten(schema);
  const isText = types === undefined || types.has('string');
  return !isText || [format, pattern, maxLength, flat.enum, flat.const].some((one) => one !== undefined);
}
