/** Which of the verifier's invalid requests are recorded: a pact is read by people, so of each kind a few. */
import { type Operation, responseFor } from '../../../spec/model/contract.ts';
import { brokenBodies } from '../../conformance/cases/broken-bodies.ts';
import { extraProperties } from '../../conformance/cases/extra-properties.ts';
import type { Family } from '../../conformance/cases/family.ts';
import { integerLimits } from '../../conformance/cases/integer-limits.ts';
import { limits } from '../../conformance/cases/limits.ts';
import { mediaTypes } from '../../conformance/cases/media-types.ts';
import { missingProperties } from '../../conformance/cases/missing-properties.ts';
import { parameters } from '../../conformance/cases/parameters.ts';
import { wrongShapes } from '../../conformance/cases/wrong-shapes.ts';
import { wrongTypes } from '../../conformance/cases/wrong-types.ts';
import type { Case } from '../../conformance/model/case.ts';
import type { Twin } from '../../conformance/request/twin.ts';

interface Choice {
  readonly family: Family;
  /** The mutations to take, in their words; all of them unless told. */
  readonly words?: RegExp;
  /** Only the first of each topic. */
  readonly isOneEach?: boolean;
}

const choices: readonly Choice[] = [
  { family: parameters },
  { family: missingProperties, words: /is left out$|are left out$/ },
  {
    family: wrongTypes,
    words:
      / is (?:null|true|a whole number: |a fraction: |a text: |an empty (?:array|object)$|its value as text: )/,
  },
  { family: limits },
  { family: integerLimits },
  { family: extraProperties, isOneEach: true },
  { family: wrongShapes, isOneEach: true },
  { family: brokenBodies, isOneEach: true },
  { family: mediaTypes, isOneEach: true, words: /text\/plain$/ },
];

/** Those that every right implementation answers with a declared client error. */
export function* invalidCases(twin: Twin): Generator<Case> {
  for (const { family, words, isOneEach = false } of choices) {
    const topics = new Set<string>();
    for (const one of family.generate(twin)) {
      if (!isCertain(one, twin) || words?.test(one.mutation) === false) continue;
      if (isOneEach && topics.has(one.topic)) continue;
      topics.add(one.topic);
      yield one;
    }
  }
}

function isCertain({ expectation, open, company }: Case, { operation }: Twin): boolean {
  const isDeclared = open.every(
    ({ status }) => typeof status !== 'number' || (status >= 400 && isGoverned(operation, status)),
  );
  return expectation === 'reject' && isDeclared && company === undefined;
}

/** Of a path that names a record, 404 is weighed with the operation as a whole. */
function isGoverned(operation: Operation, status: number): boolean {
  return status === 404 || responseFor(operation, status) !== undefined;
}
