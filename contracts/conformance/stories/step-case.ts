/** The step of a story as a case of its own operation, for the checks. */
import type { Case } from '../case.ts';
import type { Step } from './story.ts';

/** The plainly valid request: what breaks it in a story has the cause that breaks it alone, and is told once. */
export function caseOfStep(tried: Case, { operation, expectation = 'accept', open = [], words }: Step): Case {
  const content = operation.requestBody?.content ?? [];
  return {
    ...tried,
    operation,
    expectation,
    open,
    family: 'valid-bodies',
    topic: 'valid',
    mutation: words,
    place: content[0]?.place ?? operation.place,
    story: undefined,
  };
}
