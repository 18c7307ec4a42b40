/** The parts of an operation that a client relies on. */
import type { Operation } from '../../spec/contract.ts';
import type { Change } from '../../spec/diff/change.ts';

type Group = 'operation' | 'servers' | 'security' | 'parameters' | 'request body' | 'responses';

/** Those that an operation has, and of how many parts each is. */
export function groupsOf({
  parameters,
  requestBody,
  responses,
}: Operation): readonly { readonly name: Group; readonly parts: number }[] {
  const groups = [
    { name: 'operation', parts: 1 },
    { name: 'security', parts: 1 },
    { name: 'parameters', parts: parameters.length },
    { name: 'request body', parts: requestBody === undefined ? 0 : 1 },
    { name: 'responses', parts: responses.length },
  ] as const;
  return groups.filter(({ parts }) => parts > 0);
}

/** The part that a change is of. */
export function groupOf({ at }: Change): Group {
  if (at === '') return 'operation';
  const [first = ''] = at.split(' ');
  if (first === 'servers' || first === 'security') return first;
  if (first === 'response') return 'responses';
  return at.startsWith('request body') ? 'request body' : 'parameters';
}
