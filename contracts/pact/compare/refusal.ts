/** A refusal that the consumer expects of a request in which the contract finds nothing wrong. */
import type { Found } from './found.ts';
import type { Subject } from './subject.ts';

/**
 * A state of the provider may be the cause, so the contract is silent; but a 400 or 422 for no reason that either side
 * gives is worth advice. Statuses that speak of the state itself (404, 409, 429, ...) need no request that is wrong.
 */
export function refusalFindings(subject: Subject, faults: readonly Found[]): readonly Found[] {
  const { interaction, response, operation } = subject;
  const { status } = interaction.response;
  if (!speaksOfRequest.has(status) || faults.length > 0) return [];
  return [
    {
      severity: interaction.states.length > 0 ? 'silent' : 'warning',
      code: 'request.valid.refused',
      at: 'request',
      received: `a valid one, and ${status} is expected`,
      expected: 'nothing of why it is refused',
      pointer: `${interaction.place.pointer}/request`,
      place: response?.place ?? operation.place,
    },
  ];
}

const speaksOfRequest = new Set([400, 413, 414, 415, 422]);
