import type { Contract } from '../../../spec/model/contract.ts';
import { resourceAt } from '../../../spec/resources/resources.ts';
import type { Case } from '../model/case.ts';
import { caseOf } from '../request/case-of.ts';
import { newName, type ParameterValue } from '../request/parameters/parameters.ts';
import type { Twin } from '../request/twin.ts';
import { validDraft } from '../request/twin-draft.ts';
import type { Family } from './family.ts';

/** A valid request about a record that nobody has made, under a name that is well-formed. */
export const unknownNames: Family = {
  name: 'unknown-names',
  summary: 'what does not exist is not found',
  *generate({ twin, contract }): Generator<Case> {
    const { operation } = twin;
    const named = contract === undefined ? undefined : namedByPath(twin, contract);
    if (named === undefined || !['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'].includes(operation.method)) return;
    yield caseOf(twin, {
      family: 'unknown-names',
      name: `path.${named.parameter.name}`,
      topic: `path.${named.parameter.name}`,
      expectation: 'silent',
      mutation: `the path parameter "${named.parameter.name}" names what does not exist`,
      place: operation.place,
      build: (fresh) => {
        const value = newName(named, fresh) ?? named.value;
        const parameters = twin.parameters.map((given) =>
          given === named ? { parameter: given.parameter, value } : given,
        );
        return validDraft({ ...twin, parameters }, fresh);
      },
    });
  },
};

/** What names the record of a resource whose records are made by its own operations: of any other, all may be there. */
function namedByPath({ operation, parameters }: Twin, contract: Contract): ParameterValue | undefined {
  const [, name] = /\{([^{}]+)\}\/*$/.exec(operation.path) ?? [];
  const resource = resourceAt(contract, operation.path);
  if (resource?.isClosed !== true) return undefined;
  const found = parameters.find(({ parameter }) => parameter.in === 'path' && parameter.name === name);
  return found !== undefined && canBeNew(found) ? found : undefined;
}

const anyFresh = {
  known: () => 0,
  number: () => 1_000_000,
  word: () => 'lfls1',
  uuid: () => '9b7c4e52-0f3d-4a61-8c2e-d15a7f60b384',
};

function canBeNew(named: ParameterValue): boolean {
  return newName(named, anyFresh) !== undefined;
}
