/** All rules, in the order in which they are reported: errors in the document first, then what it leaves open. */
import type { LintRule } from '../lint-rule.ts';
import { alternativesExclusive, discriminatorAgrees, discriminatorLeads } from './alternatives.ts';
import { defaultValid, exampleDirection, exampleValid } from './examples.ts';
import { rulesFromRedocly } from './from-redocly.ts';
import { formatKnown, keywordApplies, keywordKnown } from './keywords.ts';
import { integerExact, integerHasRange, patternAnchored, textHasLimit } from './limits.ts';
import { encodingUsed, mediaTypeNamed, mediaTypeReadable, partReadable } from './media-types.ts';
import { bodyAllowed, credentialsSendable, linkAgrees, operationNamed } from './operations.ts';
import {
  parameterAgreed,
  parameterDescribed,
  pathParameterUsed,
  pathWithoutFragment,
  templateWellFormed,
} from './parameters.ts';
import {
  answerDescribed,
  answerNotEmpty,
  errorHasSchema,
  invalidDeclared,
  refusalDeclared,
  successDeclared,
} from './responses.ts';
import { bodySaysSomething, valueSaysSomething } from './unconstrained-schemas.ts';
import { boundsPossible, enumPossible, propertyPossible, requiredPossible } from './unsatisfiable-keywords.ts';
import { schemaPossible } from './unsatisfiable-schemas.ts';

export const lintRules: readonly LintRule[] = [
  exampleValid,
  defaultValid,
  enumPossible,
  boundsPossible,
  requiredPossible,
  schemaPossible,
  partReadable,
  discriminatorLeads,
  mediaTypeReadable,
  templateWellFormed,
  pathParameterUsed,
  ...rulesFromRedocly.filter(({ severity }) => severity === 'fault'),
  successDeclared,
  answerDescribed,
  errorHasSchema,
  refusalDeclared,
  credentialsSendable,
  invalidDeclared,
  bodySaysSomething,
  valueSaysSomething,
  answerNotEmpty,
  propertyPossible,
  alternativesExclusive,
  discriminatorAgrees,
  parameterDescribed,
  parameterAgreed,
  mediaTypeNamed,
  encodingUsed,
  bodyAllowed,
  integerExact,
  integerHasRange,
  textHasLimit,
  patternAnchored,
  formatKnown,
  keywordKnown,
  keywordApplies,
  exampleDirection,
  linkAgrees,
  pathWithoutFragment,
  operationNamed,
  ...rulesFromRedocly.filter(({ severity }) => severity === 'advice'),
];
