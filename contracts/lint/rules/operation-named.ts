import type { LintRule } from '../rule.ts';

export const operationNamed: LintRule = {
  id: 'operation-named',
  severity: 'advice',
  holds: 'every operation has an operationId',
  title: 'An operation has no operationId',
  why: 'Reports, waivers and generated clients name operations by it; without one, a changed path is another operation. Give it a name that stays.',
  restsOn: 'OpenAPI, Operation Object (operationId)',
  *problems({ operations }) {
    for (const { id, method, path, place } of operations) {
      if (id === `${method} ${path}`)
        yield { subject: id, place, expected: 'an operationId', received: 'none' };
    }
  },
};
