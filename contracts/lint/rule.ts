import type { Contract } from '../../spec/model/contract.ts';
import type { Severity } from '../finding/finding.ts';
import type { EngineProblems } from './engine.ts';
import type { LintProblem } from './problem.ts';

/** `fault` where the document contradicts itself; `advice` where it leaves open what an implementation has to do. */
export interface LintRule {
  readonly id: string;
  readonly severity: Severity;
  /** The correct state, in the present tense. */
  readonly holds: string;
  readonly title: string;
  /** What comes of it, and the fix. */
  readonly why: string;
  /** The sections of the standards that it goes by. */
  readonly restsOn: string;
  /** How many of one cause are told each on its own; where it is not said, three pieces of advice and ten faults. */
  readonly most?: number;
  /** `engine`: what the linter beside ours finds, by the names of its rules; nothing where it was not asked. */
  problems(contract: Contract, engine: EngineProblems): Iterable<LintProblem>;
}
