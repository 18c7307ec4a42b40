/** Translates problems of Redocly's linter into lint rules with the kit's ids and texts. */
import type { Contract, Operation, Place } from '../../../spec/model/contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { parseHeader } from '../../http/headers.ts';
import type { LintProblem, LintRule } from '../lint-rule.ts';
import { INCOMPLETE_RULE, type RedoclyProblem, type RedoclyProblems, type RedoclyRule } from '../redocly.ts';
import { collectSchemas } from '../schemas/collect-schemas.ts';

const ruleTranslations: readonly RuleTranslation[] = [
  {
    id: 'paths-distinct',
    severity: 'error',
    invariant: 'no two paths differ by the names of their parameters alone',
    title: 'Two paths are the same',
    why: 'OpenAPI forbids it: a request belongs to both, and tools take one or the other. Join the two, or tell them apart by a segment.',
    references: 'OpenAPI, Paths Object: paths that differ by the names of parameters alone are the same',
    redoclyRule: 'no-identical-paths',
    expected: 'a path of its own',
    describeReceived: joinQuoted,
  },
  {
    id: 'paths-unambiguous',
    severity: 'warning',
    invariant: 'no request belongs to two paths',
    title: 'One request fits two paths',
    why: 'Which operation answers it depends on the framework, so two right implementations differ. Rename one segment, or give the parameter a pattern and say which path wins.',
    references: 'OpenAPI, Paths Object: which of two paths counts is left to tools',
    redoclyRule: 'no-ambiguous-paths',
    expected: 'paths that no request fits both of',
    describeReceived: joinQuoted,
    isRelevant: ({ message }, contract) => haveCommonRequest(quotedTexts(message), contract),
  },
  {
    id: 'path-without-query',
    severity: 'warning',
    invariant: 'no path holds a query',
    title: 'A query is written into the path',
    why: 'Routers compare the path alone: the operation is never reached, or hides another. Declare a query parameter (with a const or enum).',
    references: 'OpenAPI, Paths Object; RFC 3986, section 3.4 (the query is no part of the path)',
    redoclyRule: 'path-not-include-query',
    expected: 'a path without "?"',
    describeReceived: () => 'one with a query',
  },
  {
    id: 'parameters-unique',
    severity: 'error',
    invariant: 'no parameter is declared twice',
    title: 'A parameter is declared twice',
    why: 'OpenAPI forbids it: which of the two counts is up to each tool. Take one out.',
    references: 'OpenAPI, Operation Object and Path Item Object (parameters): none is there twice',
    redoclyRule: 'operation-parameters-unique',
    expected: 'one parameter of the name and place',
    describeReceived: (message) => quotedTexts(message).slice(-2).join(', '),
  },
  {
    id: 'server-variable-declared',
    severity: 'error',
    invariant: 'every variable in the URL of a server is declared',
    title: 'A server variable is not declared',
    why: 'The address cannot be built. Declare the variable with a default, or write the URL out.',
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
    title: 'A property is required and not declared',
    why: 'Any value passes for it. Most often one of the two names is misspelt, or the property has been renamed. Declare it under properties, or take it out of required.',
    references: 'JSON Schema Validation 2020-12, section 6.5.3 (required)',
    redoclyRule: 'no-required-schema-properties-undefined',
    expected: 'the property among properties',
    describeReceived: firstQuoted,
    isRelevant: ({ place }, contract) => isUnconditional(place) && !isCovered(place, contract),
  },
  {
    id: 'nullable-has-type',
    severity: 'warning',
    invariant: 'nullable stands beside a type',
    title: 'nullable has no effect here',
    why: 'By OpenAPI 3.0.3 nullable counts beside a type in the same schema alone, so some tools let null pass here and others do not. Write the type beside it, in the schema that the null is for.',
    references: 'OpenAPI 3.0.3, Schema Object (nullable)',
    redoclyRule: 'nullable-type-sibling',
    expected: '"type" beside "nullable"',
    describeReceived: () => 'none',
    // In 3.1 it is not a keyword, which keyword-known reports.
    isRelevant: (_problem, { openapi }) => openapi === '3.0',
  },
  {
    id: 'scope-declared',
    severity: 'warning',
    invariant: 'every scope that an operation asks for is one of its flows',
    title: 'A scope is asked for that no flow has',
    why: 'Clients cannot ask for a token that is good for it. Most often one of the two names is misspelt: write the name as the flow has it, or declare the scope there.',
    references: 'OpenAPI, Security Requirement Object and OAuth Flow Object (scopes)',
    redoclyRule: 'security-scopes-defined',
    expected: 'a scope of one of the flows',
    describeReceived: firstQuoted,
  },
  {
    id: 'lint-complete',
    severity: 'warning',
    invariant: 'the document is one that every rule can be asked about',
    title: 'Some rules of the lint could not be asked',
    why: 'Schemas refer to each other in a chain of many hundreds, deeper than the linter for paths, parameters, servers and required properties can follow. Those rules have found nothing because they were not asked; our other rules were. Break the chain by a schema that is written out, and they can be asked.',
    references: 'nothing of the contract: the linter has a limit, and what it did not look at is told',
    redoclyRule: INCOMPLETE_RULE,
    expected: 'references that end sooner',
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

/** The operation that contains the place, else the title of the contract. */
function findSubject({ file, pointer }: Place, { operations, title }: Contract): string {
  const enclosing = operations.find(
    ({ place }) => place.file === file && `${pointer}/`.startsWith(`${place.pointer}/`),
  );
  return enclosing?.id ?? title;
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
