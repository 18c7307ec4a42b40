import type { LintProblem } from '../problem.ts';
import type { LintRule } from '../rule.ts';

export const bodyAllowed: LintRule = {
  id: 'body-allowed',
  severity: 'advice',
  holds: 'no body is declared where HTTP has none',
  title: 'A body is declared where HTTP has none',
  why: 'fetch refuses to send a body with GET or HEAD, and servers and caches drop it; an answer 204, 205 or 304 never has one. Use another method, query parameters or 200.',
  restsOn:
    'RFC 9110, sections 9.3.1, 9.3.2 and 9.3.5 (GET, HEAD and DELETE), sections 15.3.5, 15.3.6 and 15.4.5 (204, 205 and 304)',
  *problems({ operations }) {
    for (const { id, method, requestBody, responses } of operations) {
      if (requestBody !== undefined && bodiless.has(method))
        yield {
          subject: id,
          place: requestBody.place,
          expected: 'no request body',
          received: `one with ${method}`,
        };
      for (const { status, content } of responses) yield* ofAnswer(id, status, content);
    }
  },
};

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

function* ofAnswer(
  subject: string,
  status: string,
  [first]: readonly Pick<LintProblem, 'place'>[],
): Generator<LintProblem> {
  if (!/^(?:204|205|304)$/.test(status) || first === undefined) return;
  yield { subject, place: first.place, expected: `no content for ${status}`, received: 'a media type' };
}
