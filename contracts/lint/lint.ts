/** Looks at the contract itself: what in it is wrong, and what makes an implementation hard to judge. */
import { type Contract, isJsonType, sourceLine } from '../../spec/contract.ts';
import type { Finding, Severity } from '../finding.ts';
import { exampleProblems } from './examples.ts';
import type { LintProblem } from './problem.ts';

export interface LintRule {
  readonly id: string;
  readonly severity: Severity;
  /** The correct state, in the present tense. */
  readonly holds: string;
  readonly title: string;
  readonly why: string;
  problems(contract: Contract): Iterable<LintProblem>;
}

export function lintContract(contract: Contract): readonly Finding[] {
  return lintRules.flatMap((rule) =>
    [...rule.problems(contract)].map((problem) => findingOf(contract, rule, problem)),
  );
}

export const lintRules: readonly LintRule[] = [
  {
    id: 'example-valid',
    severity: 'fault',
    holds: 'every example of the document is valid by its schema',
    title: 'An example of the contract breaks the contract',
    why: 'People and tools copy examples; the fake store serves them. Correct the example or the schema.',
    problems: exampleProblems,
  },
  {
    id: 'success-declared',
    severity: 'advice',
    holds: 'every operation declares a success',
    title: 'No success is declared',
    why: 'Without a declared 2xx nothing can be said of a good answer. Declare the response of the good case.',
    *problems({ operations }) {
      for (const { id, place, responses } of operations) {
        if (responses.some(({ status }) => /^2|^default$/.test(status))) continue;
        yield {
          subject: id,
          place,
          expected: 'a 2xx response',
          received: responses.map(({ status }) => status).join(', ') || 'none',
        };
      }
    },
  },
  {
    id: 'error-has-schema',
    severity: 'advice',
    holds: 'every declared error has a schema',
    title: 'An error is declared without a schema',
    why: 'Clients cannot read an error whose shape is not said. Give the response a content with a schema.',
    *problems({ operations }) {
      for (const { id, responses } of operations) {
        for (const { status, content, place } of responses) {
          const isReadable = content.some(({ schema, range }) => schema !== undefined || !isJsonType(range));
          if (!/^[45]/.test(status) || isReadable) continue;
          yield { subject: id, place, expected: `a schema for ${status}`, received: 'none' };
        }
      }
    },
  },
];

function findingOf(
  contract: Contract,
  { id, severity, title, why }: LintRule,
  problem: LintProblem,
): Finding {
  const fingerprint = `${id}|${problem.place.file}|${problem.place.pointer}`;
  return {
    check: id,
    severity,
    title,
    why,
    ...problem,
    line: sourceLine(contract, problem.place),
    fingerprint,
    more: 0,
  };
}
