/** Translates problems of Redocly's linter into lint rules with the kit's ids and texts. */
import type { Contract, Operation, Place } from '../../../spec/model/contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { parseHeader } from '../../http/headers.ts';
import { findSubject, type LintProblem, type LintRule } from '../lint-rule.ts';
import { INCOMPLETE_RULE, type RedoclyProblem, type RedoclyProblems, type RedoclyRule } from '../redocly.ts';
import { collectSchemas } from '../schemas/collect-schemas.ts';

const ruleTranslations: readonly RuleTranslation[] = [
  {
    id: 'paths-distinct',
    severity: 'error',
    invariant: 'no two paths differ only in their parameter names',
    title: 'Two paths are identical',
    why: 'OpenAPI forbids it: a request matches both, and each tool chooses one. Merge the two, or distinguish them by a segment.',
    references: 'OpenAPI, Paths Object: paths that differ only in their parameter names are identical',
    redoclyRule: 'no-identical-paths',
    expected: 'a unique path',
    describeReceived: joinQuoted,
  },
  {
    id: 'paths-unambiguous',
    severity: 'warning',
    invariant: 'no request matches two paths',
    title: 'A request matches two paths',
    why: 'The framework decides which operation responds, so two correct implementations differ. Rename one segment, or give the parameter a pattern and document which path wins.',
    references: 'OpenAPI, Paths Object: tools decide which of two paths is used',
    redoclyRule: 'no-ambiguous-paths',
    expected: 'paths that no request matches both of',
    describeReceived: joinQuoted,
    isRelevant: ({ message }, contract) => haveCommonRequest(quotedTexts(message), contract),
  },
  {
    id: 'path-without-query',
    severity: 'warning',
    invariant: 'no path contains a query string',
    title: 'A path contains a query string',
    why: 'Routers compare only the path: the operation is never reached, or hides another one. Declare a query parameter (with a const or enum).',
    references: 'OpenAPI, Paths Object; RFC 3986, section 3.4 (the query is not part of the path)',
    redoclyRule: 'path-not-include-query',
    expected: 'a path without "?"',
    describeReceived: () => 'a path with a query string',
  },
  {
    id: 'parameters-unique',
    severity: 'error',
    invariant: 'no parameter is declared twice',
    title: 'A parameter is declared twice',
    why: 'OpenAPI forbids it: each tool chooses one of the two. Remove one.',
    references: 'OpenAPI, Operation Object and Path Item Object (parameters): no duplicates',
    redoclyRule: 'operation-parameters-unique',
    expected: 'one parameter with this name and location',
    describeReceived: (message) => quotedTexts(message).slice(-2).join(', '),
  },
  {
    id: 'server-variable-declared',
    severity: 'error',
    invariant: 'every variable in a server URL is declared',
    title: 'A server variable is not declared',
    why: 'Tools cannot build the URL. Declare the variable with a default, or write the URL without it.',
    references: 'OpenAPI, Server Object and Server Variable Object',
    redoclyRule: 'no-undefined-server-variable',
    expected: 'a declared variable',
    describeReceived: firstQuoted,
    isRelevant: ({ message }) => message.includes('is not defined'),
  },
  {
    id: 'required-declared',
    severity: 'warning',
    invariant: 'every required property is declared',
    title: 'A required property is not declared',
    why: 'Any value is valid for the property. Usually one of the two names has a typo, or the property was renamed. Declare it under properties, or remove it from required.',
    references: 'JSON Schema Validation 2020-12, section 6.5.3 (required)',
    redoclyRule: 'no-required-schema-properties-undefined',
    expected: 'the property declared under properties',
    describeReceived: firstQuoted,
    isRelevant: ({ place }, contract) => isUnconditional(place) && !isCovered(place, contract),
  },
  {
    id: 'nullable-has-type',
    severity: 'warning',
    invariant: 'every nullable is next to a type',
    title: 'nullable has no effect here',
    why: 'In OpenAPI 3.0.3, nullable has an effect only next to a type in the same schema, so some tools accept null here and others do not. Add the type to the schema that allows null.',
    references: 'OpenAPI 3.0.3, Schema Object (nullable)',
    redoclyRule: 'nullable-type-sibling',
    expected: '"type" next to "nullable"',
    describeReceived: () => 'none',
    // In 3.1 it is not a keyword, which keyword-known reports.
    isRelevant: (_problem, { openapi }) => openapi === '3.0',
  },
  {
    id: 'scope-declared',
    severity: 'warning',
    invariant: 'every scope that an operation requires is declared in one of its flows',
    title: 'A required scope is not declared in any flow',
    why: 'Clients cannot request a token with this scope. Usually one of the two names has a typo: use the name from the flow, or declare the scope there.',
    references: 'OpenAPI, Security Requirement Object and OAuth Flow Object (scopes)',
    redoclyRule: 'security-scopes-defined',
    expected: 'a scope from one of the flows',
    describeReceived: firstQuoted,
  },
  {
    id: 'lint-complete',
    severity: 'warning',
    invariant: 'every lint rule can check the document',
    title: 'Some lint rules could not run',
    why: 'Schemas reference each other in a chain of many hundreds, deeper than the linter for paths, parameters, servers and required properties can follow. Those rules found nothing because they did not run; the other rules did. Write one schema of the chain inline to break it.',
    references: 'the contract violates no standard: the linter has a limit, and reports what it did not check',
    redoclyRule: INCOMPLETE_RULE,
    expected: 'a shorter chain of references',
    describeReceived: (message) => message,
  },
];

export const rulesFromRedocly: readonly LintRule[] = ruleTranslations.map((translation) => ({
  ...translation,
  problems: (contract, redoclyProblems) => translateProblems(translation, contract, redoclyProblems),
}));

function* translateProblems(
  { redoclyRule, expected, describeReceived, isRelevant = () => true }: RuleTranslation,
  contract: Contract,
  redoclyProblems: RedoclyProblems,
): Generator<LintProblem> {
  for (const problem of redoclyProblems.get(redoclyRule) ?? []) {
    if (!isRelevant(problem, contract)) continue;
    const { place, message } = problem;
    yield { subject: findSubject(place, contract), place, expected, received: describeReceived(message) };
  }
}

/** How the problems of one of Redocly's rules, or its failure to finish, are reported. */
interface RuleTranslation extends Omit<LintRule, 'problems'> {
  readonly redoclyRule: RedoclyRule | typeof INCOMPLETE_RULE;
  readonly expected: string;
  /** What was received, extracted from Redocly's message. */
  describeReceived(message: string): string;
  /** False if Redocly's problem is a false positive, or if another rule of the kit reports it. */
  isRelevant?(problem: RedoclyProblem, contract: Contract): boolean;
}

function quotedTexts(message: string): readonly string[] {
  return [...message.matchAll(/[`'"]([^`'"]+)[`'"]/g)].map(([, name = '']) => name);
}

function joinQuoted(message: string): string {
  return quotedTexts(message).join(' and ');
}

function firstQuoted(message: string): string {
  return `"${quotedTexts(message)[0]}"`;
}

/** Under these keywords, `required` is a condition and not a requirement. */
function isUnconditional({ pointer }: Place): boolean {
  return !/\/(?:not|if|then|else|dependentSchemas)\//.test(pointer);
}

/** These keywords also constrain undeclared properties; required-satisfiable reports `false`. */
function isCovered({ file, pointer }: Place, contract: Contract): boolean {
  const enclosing = pointer.replace(/\/required\/\d+$/, '');
  const part = collectSchemas(contract).find(
    ({ schema: { place } }) => place.file === file && place.pointer === enclosing,
  );
  if (part === undefined) return false;
  const { additionalProperties, unevaluatedProperties, patternProperties } = part.schema;
  return (additionalProperties ?? unevaluatedProperties) !== undefined || patternProperties.length > 0;
}

/**
 * Whether one request matches operations of two paths with the same number of segments: `/d/f/e` matches `/d/{id}/e`
 * and `/d/f/{id}`, unless "f" is not a valid id or the two have no method in common. Paths that differ only in
 * parameter names are the same path.
 */
function haveCommonRequest([first = '', second = '']: readonly string[], { operations }: Contract): boolean {
  if (withoutParameterNames(first) === withoutParameterNames(second)) return false;
  const ofSecond = operations.filter(({ path }) => path === second);
  return operations
    .filter(({ path }) => path === first)
    .some((one) => ofSecond.some((other) => one.method === other.method && haveCommonPath(one, other)));
}

function withoutParameterNames(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

function haveCommonPath(one: Operation, other: Operation): boolean {
  const others = other.path.split('/');
  return one.path.split('/').every((segment, index) => {
    const otherSegment = others[index] ?? '';
    return acceptsSegment(one, segment, otherSegment) && acceptsSegment(other, otherSegment, segment);
  });
}

/** A parameter at the position of a fixed segment has to accept its text. */
function acceptsSegment({ parameters }: Operation, segment: string, otherSegment: string): boolean {
  const [, name] = /^\{(.+)\}$/.exec(segment) ?? [];
  if (name === undefined || otherSegment.includes('{')) return true;
  const schema = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema;
  return schema === undefined || isValid(schema, parseHeader(schema, otherSegment), 'request');
}
