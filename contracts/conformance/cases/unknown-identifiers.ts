import type { Contract } from '../../../spec/model/contract.ts';
import { findResourceByItem } from '../../../spec/resources/resources.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { validRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { createUnusedName, type ParameterValue } from '../request/parameters/serialize-parameters.ts';
import type { TestCategory } from './test-category.ts';

/** A valid request with a well-formed name that no record has. */
export const unknownIdentifiers: TestCategory = {
  name: 'unknown-identifiers',
  summary: 'records that do not exist are not found',
  *generate({ baseline, contract }): Generator<TestCase> {
    const { operation } = baseline;
    const pathName = contract === undefined ? undefined : recordNameInPath(baseline, contract);
    if (pathName === undefined || !['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'].includes(operation.method)) return;
    yield createCase(baseline, {
      category: 'unknown-identifiers',
      name: `path.${pathName.parameter.name}`,
      topic: `path.${pathName.parameter.name}`,
      expectation: 'unspecified',
      mutation: `the path parameter "${pathName.parameter.name}" names a record that does not exist`,
      place: operation.place,
      buildRequest: (fresh) => {
        const value = createUnusedName(pathName, fresh) ?? pathName.value;
        const parameters = baseline.parameters.map((current) =>
          current === pathName ? { parameter: current.parameter, value } : current,
        );
        return validRequestSpec({ ...baseline, parameters }, fresh);
      },
    });
  },
};

/**
 * The path parameter that names the record, if only operations of the contract create such records; otherwise any name
 * may exist.
 */
function recordNameInPath({ operation, parameters }: BaselineRequest, contract: Contract): ParameterValue | undefined {
  const [, name] = /\{([^{}]+)\}\/*$/.exec(operation.path) ?? [];
  const resource = findResourceByItem(contract, operation.path);
  if (resource?.hasKnownRecords !== true) return undefined;
  const found = parameters.find(({ parameter }) => parameter.in === 'path' && parameter.name === name);
  return found !== undefined && canBeUnknown(found) ? found : undefined;
}

const sampleFreshValues = {
  acceptedNumber: () => 0,
  number: () => 1_000_000,
  word: () => 'lfls1',
  uuid: () => '9b7c4e52-0f3d-4a61-8c2e-d15a7f60b384',
  nextIndex: () => undefined,
};

function canBeUnknown(pathName: ParameterValue): boolean {
  return createUnusedName(pathName, sampleFreshValues) !== undefined;
}
