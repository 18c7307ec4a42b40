/** One parameter, in the old contract and in the new one. */
import type { MediaType, Parameter } from '../../model/contract.ts';
import { type PartChange, partChange, type Sides } from '../pairing/part.ts';
import { parameterRules } from '../rules/parameters.ts';
import { compareOnce } from '../schema/schema-changes.ts';
import { anything, asSent, isAnyText, isScalar, typesOf } from './wire-schemas.ts';

type Id = Parameters<typeof parameterRules.rule>[0];

/** `all` are those of the old operation. */
export function* compareParameter(sides: Sides<Parameter>, all: readonly Parameter[]): Generator<PartChange> {
  const { before, after } = sides;
  if (before.in === 'path' && before.name !== after.name)
    yield changed(renamedId(after, all), sides, ({ name }) => name);
  if (before.required !== after.required) yield changed(requiredId(after), sides, requiredWord);
  if (isDeprecated(before) !== isDeprecated(after)) yield changed(deprecatedId(after), sides, deprecatedWord);
  if (!isText(after) && !isText(before) && takesEmpty(before) !== takesEmpty(after))
    yield changed(emptyId(after), sides, emptyWord);
  yield* before.content.length > 0 || after.content.length > 0
    ? compareContents(sides)
    : compareSchemasOf(sides);
}

/** `query limit` */
export function nameOf(parameter: Parameter): string {
  return `${parameter.in} ${parameter.name}`;
}

export function requiredWord({ required }: { readonly required: boolean }): string {
  return required ? 'required' : 'optional';
}

function renamedId({ name }: Parameter, all: readonly Parameter[]): Id {
  const isOfAnother = all.some((one) => one.in === 'path' && one.name === name);
  return isOfAnother ? 'request-path-parameter-swapped' : 'request-path-parameter-renamed';
}

function requiredId({ required }: Parameter): Id {
  return required ? 'request-parameter-became-required' : 'request-parameter-became-optional';
}

function deprecatedId(after: Parameter): Id {
  return isDeprecated(after) ? 'request-parameter-deprecated' : 'request-parameter-reactivated';
}

function isDeprecated({ deprecated = false }: Parameter): boolean {
  return deprecated;
}

function deprecatedWord(parameter: Parameter): string {
  return isDeprecated(parameter) ? 'deprecated' : 'not deprecated';
}

/** The empty text is one of any. */
function isText({ schema }: Parameter): boolean {
  return schema === undefined || isAnyText(schema);
}

function takesEmpty({ allowsEmpty = false }: Parameter): boolean {
  return allowsEmpty;
}

function emptyId(after: Parameter): Id {
  return takesEmpty(after)
    ? 'request-parameter-empty-value-allowed'
    : 'request-parameter-empty-value-refused';
}

function emptyWord(parameter: Parameter): string {
  return takesEmpty(parameter) ? 'may be empty' : 'may not be empty';
}

function changed(
  id: Id,
  { before, after }: Sides<Parameter>,
  wordOf: (one: Parameter) => string,
): PartChange {
  return partChange(parameterRules.rule(id), {
    at: nameOf(before),
    before: before.place,
    after: after.place,
    was: wordOf(before),
    is: wordOf(after),
  });
}

function* compareContents(sides: Sides<Parameter>): Generator<PartChange> {
  const [before, after] = [sides.before.content[0], sides.after.content[0]];
  if (before === undefined || after === undefined || before.range !== after.range) {
    yield changed('request-parameter-content-changed', sides, formatWord);
    return;
  }
  yield* compareOnce({
    before: schemaOf(before),
    after: schemaOf(after),
    direction: 'request',
    at: nameOf(sides.before),
  });
}

function formatWord({ content: [media], style }: Parameter): string {
  return media === undefined ? `style ${style}` : media.range;
}

function schemaOf({ schema, place }: MediaType | Parameter) {
  return schema ?? anything(place);
}

function* compareSchemasOf(sides: Sides<Parameter>): Generator<PartChange> {
  const [from, to] = [schemaOf(sides.before), schemaOf(sides.after)];
  const isOneText = isScalar(from) || isScalar(to);
  const written = (parameter: Parameter) => writing(parameter, isOneText);
  if (written(sides.before) !== written(sides.after))
    yield changed('request-parameter-style-changed', sides, written);
  const sent = asSent({ narrow: from, wide: to, isListed: isListed(sides.after) });
  if (sent === undefined) yield changed('request-parameter-type-generalised', sides, typeWord);
  else yield* compareOnce({ ...sent, direction: 'request', at: nameOf(sides.before) });
}

/** What of style and explode shows in what is sent. */
function writing({ in: where, style, explode, schema }: Parameter, isOneText: boolean): string {
  if (isOneText) return where === 'path' ? `style ${style}` : 'as it is';
  // There is one way to write it: OpenAPI gives `explode` no meaning there.
  if (style === 'deepObject') return `style ${style}`;
  const types = schema === undefined ? undefined : typesOf(schema);
  const isList = types?.has('array') === true && !types.has('object');
  return isList && style === 'simple' ? `style ${style}` : `style ${style}, explode ${explode}`;
}

/** `tag=a&tag=b`: one value is written as it would be alone. */
function isListed({ style, explode, in: where }: Parameter): boolean {
  return where === 'query' && style === 'form' && explode;
}

function typeWord(parameter: Parameter): string {
  return [...(typesOf(schemaOf(parameter)) ?? ['any text'])].join(' or ');
}
