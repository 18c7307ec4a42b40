/** Which declared responses are recorded by requests alone, and which cannot be recorded at all. */
import { type Operation, type Response, responseFor } from '../../../spec/model/contract.ts';
import type { RecordedInteraction } from './recorded.ts';
import { refusalOf, rejectionOf, successOf } from './statuses.ts';

export interface Covered {
  readonly valid: readonly RecordedInteraction[];
  readonly invalid: readonly RecordedInteraction[];
  readonly refused: readonly RecordedInteraction[];
}

/** Completes "is left out: ". */
export function whyUnrecordable(status: number): string | undefined {
  if (status < 200) return "Pact's verifier has no answer of it: more follows";
  if (status >= 300 && status < 400 && status !== 304)
    return "Pact's verifier follows redirects, and so would judge another answer";
  return undefined;
}

/** One of several that are right has an interaction of its own, in which no other will do. */
export function isCovered(
  response: Response,
  operation: Operation,
  { valid, invalid, refused }: Covered,
): boolean {
  const success = successOf(operation);
  const rejection = rejectionOf(operation, []);
  const [onlySuccess, ...otherSuccesses] = success?.responses ?? [];
  if (valid.length > 0 && onlySuccess === response && otherSuccesses.length === 0) return true;
  if (invalid.length > 0 && governs(response, operation, rejection?.status)) return true;
  return refused.length > 0 && governs(response, operation, refusalOf(operation).status);
}

/** `default` stands for what goes wrong otherwise too. */
function governs(response: Response, operation: Operation, status = 0): boolean {
  return response.status !== 'default' && responseFor(operation, status) === response;
}
