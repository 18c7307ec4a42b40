/** Gaps of the contract that limit the checks. They are notes, not findings. */
import { type Contract, formatPlace, isSecured, type Operation } from '../../../spec/model/contract.ts';
import { declaresInvalid } from '../../lint/rules/responses.ts';
import { reasonNoUnusedName, unknownIdentifiers } from '../cases/unknown-identifiers.ts';
import { selectCategories } from '../test-categories.ts';

export function findContractGaps(contract: Contract, categories: readonly string[]): readonly string[] {
  const requestsUnknown = selectCategories(categories).includes(unknownIdentifiers);
  return contract.operations.flatMap((operation) =>
    [
      ...undeclaredRejections(operation),
      ...(requestsUnknown ? [reasonNoUnusedName(operation, contract) ?? []].flat() : []),
    ].map((gap) => `${formatPlace(operation.place)}: ${gap}`),
  );
}

function undeclaredRejections(operation: Operation): readonly string[] {
  const { id, responses } = operation;
  const declaresRejection = responses.some(({ status }) => /^(401|403|4XX|default)$/.test(status));
  return [
    ...(isSecured(operation) && !declaresRejection
      ? [`${id} requires credentials but declares no 401; any rejection is accepted`]
      : []),
    ...(declaresInvalid(operation) ? [] : [`${id} declares no response to invalid requests; any 4xx is accepted`]),
  ];
}
