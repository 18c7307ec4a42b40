import { isJsonType, type Response } from '../../../spec/model/contract.ts';
import type { LintRule } from '../rule.ts';

export const errorHasSchema: LintRule = {
  id: 'error-has-schema',
  severity: 'advice',
  holds: 'every declared error has a schema',
  title: 'An error is declared without a schema',
  why: 'Clients cannot read an error whose shape is not said. Give the response a content with a schema.',
  restsOn: 'OpenAPI, Response Object (content)',
  *problems({ operations }) {
    for (const { id, responses } of operations) {
      for (const { status, content, place } of responses) {
        const isReadable = content.some(({ schema, range }) => schema !== undefined || !isJsonType(range));
        if (!isError(status, responses) || isReadable) continue;
        yield { subject: id, place, expected: `a schema for ${status}`, received: 'none' };
      }
    }
  },
};

/** `default` is one where the good case has a status of its own. */
function isError(status: string, responses: readonly Response[]): boolean {
  if (status !== 'default') return /^[45]/.test(status);
  return responses.some((response) => response.status.startsWith('2'));
}
