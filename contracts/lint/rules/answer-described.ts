import type { LintRule } from '../rule.ts';

export const answerDescribed: LintRule = {
  id: 'answer-described',
  severity: 'advice',
  holds: 'a success that may have a body says what it is',
  title: 'A success says nothing of its body',
  why: 'A response without content leaves open whether there is a body and what is in it, so nothing of it is verified and clients guess. Declare its content with a schema, or 204 where there is no body.',
  restsOn: 'OpenAPI, Response Object (content); RFC 9110, sections 15.3.1 and 15.3.5 (200 and 204)',
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
