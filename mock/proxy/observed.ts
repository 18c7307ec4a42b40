/** What the proxy has seen of one exchange with the upstream, for those who count and record. */
import type { Mask } from '../../secrets/masking.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import type { JudgedAnswer } from '../judge/judge-answer.ts';
import type { Fault } from '../refusals.ts';
import type { ValidRequest } from '../request/validate.ts';

export interface Observed {
  readonly contract: Contract;
  readonly operation: Operation | undefined;
  readonly violations: readonly Fault[];
  readonly answerViolations: readonly Fault[];
  /** Where the request keeps the contract. */
  readonly valid: ValidRequest | undefined;
  /** Where one came, and the contract has an operation for it. */
  readonly answer: ObservedAnswer | undefined;
  /** Takes the credentials of the exchange out of a text. */
  readonly mask: Mask;
}

export interface ObservedAnswer extends JudgedAnswer {
  readonly status: number;
}
