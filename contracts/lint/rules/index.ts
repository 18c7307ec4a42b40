/** All rules, in the order they are told: what the document gets wrong first, then what it leaves open. */
import type { LintRule } from '../rule.ts';
import { alternativesExclusive } from './alternatives-exclusive.ts';
import { answerNotEmpty } from './answer-not-empty.ts';
import { bodyAllowed } from './body-allowed.ts';
import { bodySaysSomething } from './body-says-something.ts';
import { boundsPossible } from './bounds-possible.ts';
import { defaultValid } from './default-valid.ts';
import { enumPossible } from './enum-possible.ts';
import { errorHasSchema } from './error-has-schema.ts';
import { exampleDirection } from './example-direction.ts';
import { exampleValid } from './example-valid.ts';
import { formatKnown } from './format-known.ts';
import { rulesFromEngine } from './from-engine.ts';
import { integerExact } from './integer-exact.ts';
import { integerHasRange } from './integer-has-range.ts';
import { invalidDeclared } from './invalid-declared.ts';
import { keywordApplies } from './keyword-applies.ts';
import { keywordKnown } from './keyword-known.ts';
import { mediaTypeNamed } from './media-type-named.ts';
import { operationNamed } from './operation-named.ts';
import { parameterAgreed } from './parameter-agreed.ts';
import { parameterDescribed } from './parameter-described.ts';
import { pathParameterUsed } from './path-parameter-used.ts';
import { patternAnchored } from './pattern-anchored.ts';
import { refusalDeclared } from './refusal-declared.ts';
import { requiredPossible } from './required-possible.ts';
import { successDeclared } from './success-declared.ts';
import { textHasLimit } from './text-has-limit.ts';

export const lintRules: readonly LintRule[] = [
  exampleValid,
  defaultValid,
  enumPossible,
  boundsPossible,
  requiredPossible,
  pathParameterUsed,
  ...rulesFromEngine.filter(({ severity }) => severity === 'fault'),
  successDeclared,
  errorHasSchema,
  refusalDeclared,
  invalidDeclared,
  bodySaysSomething,
  answerNotEmpty,
  alternativesExclusive,
  parameterDescribed,
  parameterAgreed,
  mediaTypeNamed,
  bodyAllowed,
  integerExact,
  integerHasRange,
  textHasLimit,
  patternAnchored,
  formatKnown,
  keywordKnown,
  keywordApplies,
  exampleDirection,
  operationNamed,
  ...rulesFromEngine.filter(({ severity }) => severity === 'advice'),
];
