import { isJsonObject } from '../../../spec/json/exact-json.ts';
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { declaresError } from '../../../spec/resources/record-views.ts';
import { findCheckedReferences } from '../../../spec/resources/reference-sentences.ts';
import { findResourceByItem } from '../../../spec/resources/resources.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { jsonRequestSpec, validRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { createUnusedName, type ParameterValue } from '../request/parameters/serialize-parameters.ts';
import { freshen } from '../request/values/freshen.ts';
import { replaceAt } from '../request/values/value-locations.ts';
import type { TestCategory } from './test-category.ts';

/** A valid request with a well-formed name that no record has. */
export const unknownIdentifiers: TestCategory = {
  name: 'unknown-identifiers',
  summary: 'records that do not exist are not found',
  *generate({ baseline, contract }): Generator<TestCase> {
    const { operation } = baseline;
    if (contract !== undefined) yield* unknownReferences(baseline, contract);
    const pathName = contract === undefined ? undefined : recordNameInPath(baseline, contract);
    const unusedName = pathName && createUnusedName(pathName, sampleFreshValues);
    if (pathName === undefined || unusedName === undefined) return;
    yield createCase(baseline, {
      category: 'unknown-identifiers',
      name: `path.${pathName.parameter.name}`,
      topic: `path.${pathName.parameter.name}`,
      expectation: 'unspecified',
      mutation: `the path parameter "${pathName.parameter.name}" names a record that does not exist`,
      place: operation.place,
      buildRequest: (fresh) => {
        const value = createUnusedName(pathName, fresh) ?? unusedName;
        const parameters = baseline.parameters.map((current) =>
          current === pathName ? { parameter: current.parameter, value } : current,
        );
        return validRequestSpec({ ...baseline, parameters }, fresh);
      },
    });
  },
};

/** Properties with the id of a record that does not exist, where a sentence says that it must exist. */
function* unknownReferences(baseline: BaselineRequest, contract: Contract): Generator<TestCase> {
  const { body, operation } = baseline;
  if (body === undefined || !isJsonObject(body.full)) return;
  for (const { property, resource, sentence } of findCheckedReferences(contract, operation)) {
    const schema = declaredProperties(body.schema).get(property);
    const { idParameter } = resource;
    const current = Object.hasOwn(body.full, property) ? body.full[property] : undefined;
    if (schema === undefined || idParameter === undefined || current === undefined) continue;
    const named = { parameter: { ...idParameter, schema }, value: current };
    if (createUnusedName(named, sampleFreshValues) === undefined) continue;
    yield createCase(baseline, {
      category: 'unknown-identifiers',
      name: `body.${property}`,
      topic: `body.${property}`,
      expectation: 'reject',
      mutation: `the property "${property}" names a record that does not exist, and the contract says "${sentence}"`,
      place: operation.place,
      buildRequest: (fresh) => {
        const value = createUnusedName(named, fresh) ?? current;
        return jsonRequestSpec(baseline, replaceAt(freshen(body.full, body.schema, fresh), [property], value));
      },
    });
  }
}

/** Why no name is known to be unused, where the contract declares what an unknown one gets. */
export function reasonNoUnusedName(operation: Operation, contract: Contract): string | undefined {
  const parameters = operation.parameters.map((parameter) => ({ parameter, value: null }));
  const pathName = recordNameInPath({ operation, parameters }, contract);
  if (pathName === undefined || !declaresError(operation, 404)) return undefined;
  const { name, schema } = pathName.parameter;
  // An enum names the records that exist.
  if (schema === undefined || flattenSchema(schema).enum !== undefined) return undefined;
  if (createUnusedName(pathName, sampleFreshValues) !== undefined) return undefined;
  return `${operation.id} is not requested for a record that does not exist: the contract allows so few values of ${JSON.stringify(name)} that records may have each of them`;
}

/**
 * The path parameter that names the record, if only operations of the contract create such records; otherwise any name
 * may exist.
 */
function recordNameInPath(
  { operation, parameters }: Pick<BaselineRequest, 'operation' | 'parameters'>,
  contract: Contract,
): ParameterValue | undefined {
  if (!['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'].includes(operation.method)) return undefined;
  const [, name] = /\{([^{}]+)\}\/*$/.exec(operation.path) ?? [];
  const resource = findResourceByItem(contract, operation.path);
  if (resource?.hasKnownRecords !== true) return undefined;
  return parameters.find(({ parameter }) => parameter.in === 'path' && parameter.name === name);
}

const sampleFreshValues = {
  acceptedNumber: () => 0,
  number: () => 1_000_000,
  word: () => 'lfls1',
  uuid: () => '9b7c4e52-0f3d-4a61-8c2e-d15a7f60b384',
  nextIndex: () => undefined,
};
