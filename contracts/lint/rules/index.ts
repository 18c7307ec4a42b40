/** All rules, in the order in which they are reported: errors in the document first, then what it leaves open. */
import type { LintRule } from '../lint-rule.ts';
import { alternativesExclusive, discriminatorConsistent, discriminatorResolves } from './alternatives.ts';
import { defaultValid, exampleDirection, exampleValid } from './examples.ts';
import { rulesFromRedocly } from './from-redocly.ts';
import { formatKnown, keywordApplies, keywordKnown } from './keywords.ts';
import { integerHasRange, integerSafe, patternAnchored, stringHasLimit } from './limits.ts';
import { encodingUsed, mediaTypeNamed, mediaTypeReadable, partReadable } from './media-types.ts';
import {
  bodyAllowed,
  contentAllowed,
  credentialsSendable,
  linkParametersValid,
  operationIdPresent,
} from './operations.ts';
import {
  parameterDescribed,
  parameterSerializationDefined,
  pathParameterUsed,
  pathTemplateValid,
  pathWithoutFragment,
} from './parameters.ts';
import {
  authErrorDeclared,
  clientErrorDeclared,
  errorHasSchema,
  responseDescribed,
  responseRequiresProperty,
  successDeclared,
} from './responses.ts';
import { bodyConstrained, valueConstrained } from './unconstrained-schemas.ts';
import {
  boundsSatisfiable,
  enumSatisfiable,
  propertySatisfiable,
  requiredSatisfiable,
} from './unsatisfiable-keywords.ts';
import { schemaSatisfiable } from './unsatisfiable-schemas.ts';

export const lintRules: readonly LintRule[] = [
  exampleValid,
  defaultValid,
  enumSatisfiable,
  boundsSatisfiable,
  requiredSatisfiable,
  schemaSatisfiable,
  partReadable,
  discriminatorResolves,
  mediaTypeReadable,
  pathTemplateValid,
  pathParameterUsed,
  ...rulesFromRedocly.filter(({ severity }) => severity === 'error'),
  successDeclared,
  responseDescribed,
  errorHasSchema,
  authErrorDeclared,
  credentialsSendable,
  clientErrorDeclared,
  bodyConstrained,
  valueConstrained,
  responseRequiresProperty,
  propertySatisfiable,
  alternativesExclusive,
  discriminatorConsistent,
  parameterDescribed,
  parameterSerializationDefined,
  mediaTypeNamed,
  encodingUsed,
  bodyAllowed,
  contentAllowed,
  integerSafe,
  integerHasRange,
  stringHasLimit,
  patternAnchored,
  formatKnown,
  keywordKnown,
  keywordApplies,
  exampleDirection,
  linkParametersValid,
  pathWithoutFragment,
  operationIdPresent,
  ...rulesFromRedocly.filter(({ severity }) => severity === 'warning'),
];
