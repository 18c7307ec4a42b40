/** The cases of the value categories, and what they send. */

import { fileURLToPath } from 'node:url';
import { boundaryValues } from '../../../contracts/conformance/cases/boundary-values.ts';
import { decimals } from '../../../contracts/conformance/cases/decimals.ts';
import { extraProperties } from '../../../contracts/conformance/cases/extra-properties.ts';
import { integerLimits } from '../../../contracts/conformance/cases/integer-limits.ts';
import { missingProperties } from '../../../contracts/conformance/cases/missing-properties.ts';
import { parameters } from '../../../contracts/conformance/cases/parameters.ts';
import { schemaCombinations } from '../../../contracts/conformance/cases/schema-combinations.ts';
import type { TestCategory } from '../../../contracts/conformance/cases/test-category.ts';
import { createGeneratorContext } from '../../../contracts/conformance/cases/test-category.ts';
import { textValues } from '../../../contracts/conformance/cases/text-values.ts';
import { validBodies } from '../../../contracts/conformance/cases/valid-bodies.ts';
import { wrongShapes } from '../../../contracts/conformance/cases/wrong-shapes.ts';
import { wrongTypes } from '../../../contracts/conformance/cases/wrong-types.ts';
import type { RequestSpec } from '../../../contracts/conformance/model/request-spec.ts';
import type { TestCase } from '../../../contracts/conformance/model/test-case.ts';
import {
  type BaselineRequest,
  deriveBaseline,
  isBaseline,
} from '../../../contracts/conformance/request/baseline-request.ts';
import { createFreshValueSource } from '../../../contracts/conformance/request/values/fresh-value-source.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { buildRequestSpec } from '../build-request-spec.ts';

export const valueCategories: readonly TestCategory[] = [
  ...[validBodies, textValues, integerLimits, decimals, boundaryValues, schemaCombinations],
  ...[parameters, missingProperties, extraProperties, wrongTypes, wrongShapes],
];

export function fixture(name: string): Promise<Contract> {
  return loadContract(fileURLToPath(new URL(`../../fixtures/conformance/${name}.yaml`, import.meta.url)));
}

export function baselinesOf({ operations }: Contract): readonly BaselineRequest[] {
  return operations.map((operation) => deriveBaseline(operation, [])).filter(isBaseline);
}

export function baselineFor(contract: Contract, operation: string): BaselineRequest {
  const found = baselinesOf(contract).find((baseline) => baseline.operation.id === operation);
  if (found === undefined) throw new Error(`${operation} has no baseline request`);
  return found;
}

export function freshRequestSpec(testCase: TestCase): RequestSpec {
  return buildRequestSpec(testCase, createFreshValueSource());
}

/** The text that each case of a category sends for a top-level property of the body. */
export function requestsTo(
  property: string,
  category: TestCategory,
  baseline: BaselineRequest,
): ReadonlyMap<string, string> {
  const cases = [...category.generate(createGeneratorContext(baseline))].filter(({ id }) =>
    nameOf(id).startsWith(`body.${property}/`),
  );
  return new Map(
    cases.map((testCase) => [`${testCase.expectation} ${writtenIn(testCase, property)}`, testCase.id] as const),
  );
}

function nameOf(id: string): string {
  return id.split('/').slice(2).join('/');
}

function writtenIn(testCase: TestCase, property: string): string {
  const { body } = freshRequestSpec(testCase);
  const value = new RegExp(`"${property}":("(?:[^"\\\\]|\\\\.)*"|[^,{}[\\]]+|[[{].*?[\\]}])[,}]`).exec(`${body}`);
  return value?.[1] ?? '';
}
