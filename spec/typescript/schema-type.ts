/** The TypeScript type of a schema. */
import type { Direction, Schema, TypeName } from '../model/schema.ts';
import { declaredProperties } from '../model/schema-view.ts';
import type { NamedSchemas } from './named-schemas.ts';
import { arrayType, comment, intersection, literalType, objectType, propertyKey, quote, union } from './type-text.ts';

export interface TypeContext extends NamedSchemas {
  readonly direction: Direction;
}

/** A reference for a schema with a name. */
export function schemaType(schema: Schema | undefined, context: TypeContext): string {
  if (schema === undefined) return 'unknown';
  const name = context.names.get(schema);
  if (name === undefined) return schemaDefinition(schema, context);
  const isRequest = context.direction === 'request' && context.directed.has(schema);
  return `components["${isRequest ? 'requestSchemas' : 'schemas'}"][${quote(name)}]`;
}

/** The type itself, also of a schema with a name. */
export function schemaDefinition(schema: Schema, context: TypeContext): string {
  if (!schema.isSatisfiable) return 'never';
  if (schema.const !== undefined) return literalType(schema.const.value);
  if (schema.enum !== undefined) return union(schema.enum.map(literalType));
  const alternatives = [schema.anyOf, schema.oneOf].filter((list) => list.length > 0);
  return intersection([
    ownType(schema, context),
    ...schema.allOf.map((part) => schemaType(part, context)),
    ...alternatives.map((list) => union(list.map((part) => schemaType(part, context)))),
  ]);
}

function ownType(schema: Schema, context: TypeContext): string {
  const types = [...(schema.types ?? impliedTypes(schema))];
  return types.length === 0 ? 'unknown' : union(types.map((type) => typeText(type, schema, context)));
}

/** Of a schema that describes members or items without a type. */
function impliedTypes({
  properties,
  patternProperties,
  required,
  prefixItems,
  items,
  ...schema
}: Schema): readonly TypeName[] {
  const hasMembers = properties.size > 0 || patternProperties.length > 0 || required.size > 0;
  if (hasMembers || schema.additionalProperties?.isSatisfiable === true) return ['object'];
  return prefixItems.length > 0 || items !== undefined ? ['array'] : [];
}

function typeText(type: TypeName, schema: Schema, context: TypeContext): string {
  if (type === 'array') return listType(schema, context);
  if (type === 'object') return memberType(schema, context);
  return type === 'integer' ? 'number' : type;
}

/** Items of a tuple are optional unless `minItems` requires them. */
function listType({ prefixItems, items, minItems = 0, maxItems }: Schema, context: TypeContext): string {
  if (prefixItems.length === 0) return arrayType(schemaType(items, context));
  const parts = prefixItems.map((item, index) => {
    const type = schemaType(item, context);
    return index < minItems ? type : `(${type})?`;
  });
  const isClosed = items?.isSatisfiable === false || (maxItems !== undefined && maxItems <= prefixItems.length);
  const rest = isClosed ? [] : [`...${arrayType(schemaType(items, context))}`];
  return `[${[...parts, ...rest].join(', ')}]`;
}

function memberType(schema: Schema, context: TypeContext): string {
  const { properties, required } = schema;
  const composed = declaredProperties(schema);
  const isPresent = (name: string) => required.has(name) && !isLeftOut(composed.get(name), context);
  const declared = [...properties].map(([name, property]) => ({
    name,
    property,
    type: schemaType(property, context),
    isOptional: !isPresent(name),
  }));
  // Another part of an allOf may declare them; the intersection has the type of that.
  const undeclared = [...required].filter((name) => !properties.has(name) && isPresent(name));
  const members = [
    ...declared.map(({ name, property, type, isOptional }) => {
      const modifier = property.readOnly && context.direction === 'response' ? 'readonly ' : '';
      return `${comment(property.description)}${modifier}${propertyKey(name)}${isOptional ? '?' : ''}: ${type}`;
    }),
    ...undeclared.map((name) => `${propertyKey(name)}: unknown`),
  ];
  const rest = restType(schema, context);
  if (rest === undefined && members.length > 0) return objectType(members);
  if (rest === undefined) return emptyType(schema);
  const others = [
    ...declared.map(({ type }) => type),
    ...(declared.some(({ isOptional }) => isOptional) ? ['undefined'] : []),
    ...(undeclared.length > 0 ? ['unknown'] : []),
  ];
  return objectType([...members, `[key: string]: ${union([rest, ...others])}`]);
}

/** A required property that the direction does not have. */
function isLeftOut(property: Schema | undefined, { direction }: TypeContext): boolean {
  if (property === undefined) return false;
  return direction === 'request' ? property.readOnly : property.writeOnly;
}

/** Of all other members; undefined if the document says nothing about them, or forbids them. */
function restType({ additionalProperties, patternProperties }: Schema, context: TypeContext): string | undefined {
  const schemas = [
    ...patternProperties.map(({ schema }) => schema),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
  ].filter(({ isSatisfiable }) => isSatisfiable);
  return schemas.length === 0 ? undefined : union(schemas.map((one) => schemaType(one, context)));
}

/** What an allOf and alternatives add is in the intersection with this type. */
function emptyType({ additionalProperties, allOf, anyOf, oneOf }: Schema): string {
  if (additionalProperties?.isSatisfiable === false) return objectType([]);
  return allOf.length + anyOf.length + oneOf.length > 0 ? 'unknown' : objectType(['[key: string]: unknown']);
}
