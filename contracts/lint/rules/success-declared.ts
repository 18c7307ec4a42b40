import type { LintRule } from '../rule.ts';

export const successDeclared: LintRule = {
  id: 'success-declared',
  severity: 'advice',
  holds: 'every operation declares a success, or where it leads on',
  title: 'No success is declared',
  why: 'Without one nothing can be said of a good answer. Declare the response of the good case: a 2xx, or a 3xx where it leads on.',
  restsOn: 'OpenAPI, Responses Object: one answer at the least, which should be that of the success',
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
