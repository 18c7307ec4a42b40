/** The parts of an operation that a client relies on. */

import type { Change } from '../../spec/diff/rules/change.ts';
import type { Call, Operation } from '../../spec/model/contract.ts';

type Group = 'operation' | 'servers' | 'security' | 'parameters' | 'request body' | 'responses' | 'callbacks';

interface Parts {
  readonly name: Group;
  readonly parts: number;
}

/** Those that an operation has, and of how many parts each is; `calls` are those of the contract. */
export function groupsOf(operation: Operation, calls: readonly Call[]): readonly Parts[] {
  const groups: readonly Parts[] = [
    { name: 'operation', parts: 1 },
    { name: 'security', parts: 1 },
    ...messagesOf(operation),
    { name: 'callbacks', parts: calls.filter(({ of }) => of === operation.id).length },
  ];
  return groups.filter(({ parts }) => parts > 0);
}

/** Those of a webhook. */
export function groupsOfCall({ operation }: Call): readonly Parts[] {
  const groups: readonly Parts[] = [
    { name: 'operation', parts: 1 },
    { name: 'security', parts: 1 },
    ...messagesOf(operation),
  ];
  return groups.filter(({ parts }) => parts > 0);
}

function messagesOf({ parameters, requestBody, responses }: Operation): readonly Parts[] {
  return [
    { name: 'parameters', parts: parameters.length },
    { name: 'request body', parts: requestBody === undefined ? 0 : 1 },
    { name: 'responses', parts: responses.length },
  ];
}

/** The part that a change is of. */
export function groupOf({ at }: Change): Group {
  if (at === '') return 'operation';
  const [first = ''] = at.split(' ');
  if (first === 'servers' || first === 'security') return first;
  if (first === 'callback') return 'callbacks';
  if (first === 'response') return 'responses';
  return at.startsWith('request body') ? 'request body' : 'parameters';
}
