import { isSecured } from '../../../spec/model/contract.ts';
import type { LintRule } from '../rule.ts';

export const refusalDeclared: LintRule = {
  id: 'refusal-declared',
  severity: 'advice',
  holds: 'every operation that asks for credentials declares the answer to wrong ones',
  title: 'The answer to missing or wrong credentials is not declared',
  why: 'Clients have no branch for it, and any refusal has to be taken as right. Declare 401 (403 for credentials that are not enough) with the schema of the errors.',
  restsOn: 'OpenAPI, Responses Object: known errors are declared; RFC 9110, section 15.5.2 (401)',
  *problems({ operations }) {
    for (const operation of operations) {
      const { id, place, responses } = operation;
      const isDeclared = responses.some(({ status }) => /^(401|403|4XX|default)$/.test(status));
      if (!isSecured(operation) || isDeclared) continue;
      yield { subject: id, place, expected: '401 or 403', received: statuses(responses) };
    }
  },
};

function statuses(responses: readonly { readonly status: string }[]): string {
  return responses.map(({ status }) => status).join(', ') || 'none';
}
