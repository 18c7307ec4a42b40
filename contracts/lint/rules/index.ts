/** All rules, in the order they are told: what the document gets wrong first, then what it leaves open. */
import type { LintRule } from '../rule.ts';
import { alternativesExclusive, discriminatorAgrees, discriminatorLeads } from './alternatives.ts';
import { defaultValid, exampleDirection, exampleValid } from './examples.ts';
import { rulesFromEngine } from './from-engine.ts';
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
import { boundsPossible, enumPossible, propertyPossible, requiredPossible } from './possible.ts';
import {
  answerDescribed,
  answerNotEmpty,
  errorHasSchema,
  invalidDeclared,
  refusalDeclared,
  successDeclared,
} from './responses.ts';
import { bodySaysSomething, valueSaysSomething } from './says-something.ts';
import { schemaPossible } from './schema-possible.ts';

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
  ...rulesFromEngine.filter(({ severity }) => severity === 'fault'),
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
  ...rulesFromEngine.filter(({ severity }) => severity === 'advice'),
];
