/** All rules, in the order they are told: what the document gets wrong first, then what it leaves open. */
import type { LintRule } from '../rule.ts';
import { alternativesExclusive } from './alternatives-exclusive.ts';
import { answerDescribed } from './answer-described.ts';
import { answerNotEmpty } from './answer-not-empty.ts';
import { bodyAllowed } from './body-allowed.ts';
import { bodySaysSomething } from './body-says-something.ts';
import { boundsPossible } from './bounds-possible.ts';
import { credentialsSendable } from './credentials-sendable.ts';
import { defaultValid } from './default-valid.ts';
import { discriminatorAgrees } from './discriminator-agrees.ts';
import { discriminatorLeads } from './discriminator-leads.ts';
import { encodingUsed } from './encoding-used.ts';
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
import { linkAgrees } from './link-agrees.ts';
import { mediaTypeNamed } from './media-type-named.ts';
import { mediaTypeReadable } from './media-type-readable.ts';
import { operationNamed } from './operation-named.ts';
import { parameterAgreed } from './parameter-agreed.ts';
import { parameterDescribed } from './parameter-described.ts';
import { partReadable } from './part-readable.ts';
import { pathParameterUsed } from './path-parameter-used.ts';
import { pathWithoutFragment } from './path-without-fragment.ts';
import { patternAnchored } from './pattern-anchored.ts';
import { propertyPossible } from './property-possible.ts';
import { refusalDeclared } from './refusal-declared.ts';
import { requiredPossible } from './required-possible.ts';
import { schemaPossible } from './schema-possible.ts';
import { successDeclared } from './success-declared.ts';
import { templateWellFormed } from './template-well-formed.ts';
import { textHasLimit } from './text-has-limit.ts';
import { valueSaysSomething } from './value-says-something.ts';

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
