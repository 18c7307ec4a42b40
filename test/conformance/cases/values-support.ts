/** The cases of the value families, and what they send. */

import { fileURLToPath } from 'node:url';
import { combinations } from '../../../contracts/conformance/cases/combinations.ts';
import { decimals } from '../../../contracts/conformance/cases/decimals.ts';
import { extraProperties } from '../../../contracts/conformance/cases/extra-properties.ts';
import type { Family } from '../../../contracts/conformance/cases/family.ts';
import { contextOf } from '../../../contracts/conformance/cases/family.ts';
import { integerLimits } from '../../../contracts/conformance/cases/integer-limits.ts';
import { limits } from '../../../contracts/conformance/cases/limits.ts';
import { missingProperties } from '../../../contracts/conformance/cases/missing-properties.ts';
import { parameters } from '../../../contracts/conformance/cases/parameters.ts';
import { texts } from '../../../contracts/conformance/cases/texts.ts';
import { validBodies } from '../../../contracts/conformance/cases/valid-bodies.ts';
import { wrongShapes } from '../../../contracts/conformance/cases/wrong-shapes.ts';
import { wrongTypes } from '../../../contracts/conformance/cases/wrong-types.ts';
import type { Case } from '../../../contracts/conformance/model/case.ts';
import type { Draft } from '../../../contracts/conformance/model/draft.ts';
import { isTwin, type Twin, twinOf } from '../../../contracts/conformance/request/twin.ts';
import { freshSource } from '../../../contracts/conformance/request/values/fresh-source.ts';
import { loadContract } from '../../../spec/loading/load.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { draftOf } from '../draft-of.ts';

export const valueFamilies: readonly Family[] = [
  ...[validBodies, texts, integerLimits, decimals, limits, combinations],
  ...[parameters, missingProperties, extraProperties, wrongTypes, wrongShapes],
];

export function fixture(name: string): Promise<Contract> {
  return loadContract(fileURLToPath(new URL(`../../fixtures/conformance/${name}.yaml`, import.meta.url)));
}

export function twinsOf({ operations }: Contract): readonly Twin[] {
  return operations.map((operation) => twinOf(operation, [])).filter(isTwin);
}

export function twinFor(contract: Contract, operation: string): Twin {
  const found = twinsOf(contract).find((twin) => twin.operation.id === operation);
  if (found === undefined) throw new Error(`${operation} has no twin`);
  return found;
}

export function freshDraftOf(tried: Case): Draft {
  return draftOf(tried, freshSource());
}

/** What each case of a family puts in the place of a property at the top of the body, as it is written. */
export function sentTo(property: string, family: Family, twin: Twin): ReadonlyMap<string, string> {
  const cases = [...family.generate(contextOf(twin))].filter(({ id }) =>
    nameOf(id).startsWith(`body.${property}/`),
  );
  return new Map(
    cases.map((tried) => [`${tried.expectation} ${writtenIn(tried, property)}`, tried.id] as const),
  );
}

function nameOf(id: string): string {
  return id.split('/').slice(2).join('/');
}

function writtenIn(tried: Case, property: string): string {
  const { body } = freshDraftOf(tried);
  const value = new RegExp(`"${property}":("(?:[^"\\\\]|\\\\.)*"|[^,{}[\\]]+|[[{].*?[\\]}])[,}]`).exec(
    `${body}`,
  );
  return value?.[1] ?? '';
}
