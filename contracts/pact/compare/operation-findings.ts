/** Interactions that are about no operation of the contract. */
import type { Contract } from '../../../spec/model/contract.ts';
import type { Interaction } from '../file/interaction.ts';
import type { PactFile } from '../file/pact-file.ts';
import { placeBelow } from './document.ts';
import type { Found } from './found.ts';

/** Of a pact of which nothing is about this contract: told once, not once for each interaction. */
export function strangerFinding({ consumer, provider, interactions }: PactFile, contract: Contract): Found {
  return {
    severity: 'error',
    code: 'pact.provider.unknown',
    at: 'pact',
    received: `${interactions.length} interactions of ${consumer} with ${provider}, none of them about an operation of the contract`,
    expected: `${contract.operations.length} operations of ${contract.title}: is it the pact of another provider?`,
    pointer: '/provider',
    place: placeBelow(contract, { ...contract.place, pointer: '' }, 'paths'),
  };
}

/** Of what is declared nowhere the contract promises no answer, a 404 or 405 either; these may well be right. */
export function unknownOperation({ request, response, place }: Interaction, contract: Contract): Found {
  const isRefusal = [404, 405, 501].includes(response.status);
  return {
    severity: isRefusal ? 'warning' : 'error',
    code: 'request.path-or-method.unknown',
    at: 'request',
    received: `${request.method} ${request.path}`,
    expected: isRefusal
      ? `no such operation, so that nothing promises the ${response.status}`
      : 'no such operation',
    pointer: `${place.pointer}/request/path`,
    place: placeBelow(contract, { ...contract.place, pointer: '' }, 'paths'),
  };
}
