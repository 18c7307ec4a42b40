/** Compares one parameter of the old contract with that of the new one. */
import type { MediaType, Parameter } from '../../model/contract.ts';
import { createPartChange, type PartChange, type Sides } from '../matching/sides.ts';
import { parameterRules } from '../rules/parameters.ts';
import { compareSchemasOnce } from '../schema/schema-changes.ts';
import { anySchema, isScalar } from './text-language.ts';
import { acceptsAnyText, declaredOrComposedTypes, toComparable } from './wire-schemas.ts';

type ParameterRuleId = Parameters<typeof parameterRules.rule>[0];

/** `oldParameters`: all parameters of the old operation. */
export function* compareParameter(sides: Sides<Parameter>, oldParameters: readonly Parameter[]): Generator<PartChange> {
  const { before, after } = sides;
  if (before.in === 'path' && before.name !== after.name)
    yield parameterChange(renamedRuleId(after, oldParameters), sides, ({ name }) => name);
  if (before.required !== after.required) yield parameterChange(requiredRuleId(after), sides, describeRequired);
  if (isDeprecated(before) !== isDeprecated(after))
    yield parameterChange(deprecatedRuleId(after), sides, describeDeprecated);
  if (!isFreeText(after) && !isFreeText(before) && acceptsEmpty(before) !== acceptsEmpty(after))
    yield parameterChange(emptyValueRuleId(after), sides, describeEmptyValue);
  yield* before.content.length > 0 || after.content.length > 0
    ? compareParameterContent(sides)
    : compareParameterSchemas(sides);
}

/** `query limit` */
export function parameterLabel(parameter: Parameter): string {
  return `${parameter.in} ${parameter.name}`;
}

export function describeRequired({ required }: { readonly required: boolean }): string {
  return required ? 'required' : 'optional';
}

function renamedRuleId({ name }: Parameter, oldParameters: readonly Parameter[]): ParameterRuleId {
  const isOfAnother = oldParameters.some((one) => one.in === 'path' && one.name === name);
  return isOfAnother ? 'request-path-parameter-swapped' : 'request-path-parameter-renamed';
}

function requiredRuleId({ required }: Parameter): ParameterRuleId {
  return required ? 'request-parameter-became-required' : 'request-parameter-became-optional';
}

function deprecatedRuleId(after: Parameter): ParameterRuleId {
  return isDeprecated(after) ? 'request-parameter-deprecated' : 'request-parameter-reactivated';
}

function isDeprecated({ deprecated = false }: Parameter): boolean {
  return deprecated;
}

function describeDeprecated(parameter: Parameter): string {
  return isDeprecated(parameter) ? 'deprecated' : 'not deprecated';
}

/** Any text is allowed, including an empty one. */
function isFreeText({ schema }: Parameter): boolean {
  return schema === undefined || acceptsAnyText(schema);
}

function acceptsEmpty({ allowsEmptyValue = false }: Parameter): boolean {
  return allowsEmptyValue;
}

function emptyValueRuleId(after: Parameter): ParameterRuleId {
  return acceptsEmpty(after) ? 'request-parameter-empty-value-allowed' : 'request-parameter-empty-value-rejected';
}

function describeEmptyValue(parameter: Parameter): string {
  return acceptsEmpty(parameter) ? 'may be empty' : 'may not be empty';
}

function parameterChange(
  id: ParameterRuleId,
  { before, after }: Sides<Parameter>,
  describe: (one: Parameter) => string,
): PartChange {
  return createPartChange(parameterRules.rule(id), {
    at: parameterLabel(before),
    before: before.place,
    after: after.place,
    was: describe(before),
    is: describe(after),
  });
}

function* compareParameterContent(sides: Sides<Parameter>): Generator<PartChange> {
  const [before, after] = [sides.before.content[0], sides.after.content[0]];
  if (before === undefined || after === undefined || before.range !== after.range) {
    yield parameterChange('request-parameter-content-changed', sides, describeFormat);
    return;
  }
  yield* compareSchemasOnce({
    before: schemaOrAny(before),
    after: schemaOrAny(after),
    direction: 'request',
    at: parameterLabel(sides.before),
  });
}

function describeFormat({ content: [media], style }: Parameter): string {
  return media === undefined ? `style ${style}` : media.range;
}

function schemaOrAny({ schema, place }: MediaType | Parameter) {
  return schema ?? anySchema(place);
}

function* compareParameterSchemas(sides: Sides<Parameter>): Generator<PartChange> {
  const [oldSchema, newSchema] = [schemaOrAny(sides.before), schemaOrAny(sides.after)];
  const isSingleText = isScalar(oldSchema) || isScalar(newSchema);
  const serialization = (parameter: Parameter) => describeSerialization(parameter, isSingleText);
  if (serialization(sides.before) !== serialization(sides.after))
    yield parameterChange('request-parameter-style-changed', sides, serialization);
  const sent = toComparable({
    written: oldSchema,
    read: newSchema,
    acceptsSingleValue: acceptsSingleValue(sides.after),
  });
  if (sent === undefined) yield parameterChange('request-parameter-type-generalised', sides, describeTypes);
  else yield* compareSchemasOnce({ ...sent, direction: 'request', at: parameterLabel(sides.before) });
}

/** Describes only those of style and explode that affect the serialization. */
function describeSerialization({ in: location, style, explode, schema }: Parameter, isSingleText: boolean): string {
  if (isSingleText) return location === 'path' ? `style ${style}` : 'single value';
  // There is one serialization: OpenAPI defines no effect of `explode` here.
  if (style === 'deepObject') return `style ${style}`;
  const types = schema === undefined ? undefined : declaredOrComposedTypes(schema);
  const isList = types?.has('array') === true && !types.has('object');
  return isList && style === 'simple' ? `style ${style}` : `style ${style}, explode ${explode}`;
}

/** `tag=a&tag=b`: a list of one is serialized like a single value. */
function acceptsSingleValue({ style, explode, in: location }: Parameter): boolean {
  return location === 'query' && style === 'form' && explode;
}

function describeTypes(parameter: Parameter): string {
  return [...(declaredOrComposedTypes(schemaOrAny(parameter)) ?? ['any type'])].join(' or ');
}
