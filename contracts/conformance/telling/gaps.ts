/** What the contract leaves out and a reader of the result should know; said once, held against nobody. */
import { type Contract, formatPlace, isSecured } from '../../../spec/model/contract.ts';
import { declaresInvalid } from '../../lint/rules/responses.ts';

export function gapsOf({ operations }: Pick<Contract, 'operations'>): readonly string[] {
  return operations.flatMap((operation) => {
    const { id, place, responses } = operation;
    const declaresRefusal = responses.some(({ status }) => /^(401|403|4XX|default)$/.test(status));
    return [
      ...(isSecured(operation) && !declaresRefusal
        ? [`${id} asks for credentials but declares no 401; any refusal is taken`]
        : []),
      ...(declaresInvalid(operation)
        ? []
        : [`${id} declares no answer to an invalid request; any 4xx is taken`]),
    ].map((gap) => `${formatPlace(place)}: ${gap}`);
  });
}
