/** What is wrong with a request; it is passed on all the same. */
import { type Fault, Refusal } from '../http/refusals.ts';
import type { Visit } from '../request/context.ts';
import type { ValidRequest } from '../validate/validate.ts';
import { missingCredentials } from './credentials.ts';

export interface JudgedRequest {
  readonly violations: readonly Fault[];
  /** Where it has no credentials of the form that the operation asks for. */
  readonly unwelcome: Refusal | undefined;
  /** Where nothing is wrong with it. */
  readonly valid: ValidRequest | undefined;
}

export async function judgeRequestOf(visit: Visit): Promise<JudgedRequest> {
  const { route, operation, sources } = visit;
  const judged = await visit.judged();
  const unwelcome = operation === undefined ? undefined : missingCredentials(operation, sources);
  const refusals = [route, unwelcome, judged].filter((one) => one instanceof Refusal);
  const valid = judged instanceof Refusal || refusals.length > 0 ? undefined : judged;
  return { unwelcome, valid, violations: refusals.flatMap(({ faults }) => faults) };
}
