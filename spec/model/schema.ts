/**
 * A schema in one normal form, JSON Schema 2020-12 whatever the document's version: `nullable` has become a type,
 * the boolean `exclusiveMinimum` of 3.0 a bound, `$ref` the schema that it names. Cycles are real cycles: walk with care.
 */
import type { Json } from '../json/exact-json.ts';
import type { Place } from '../source/source-file.ts';

export type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

export interface Schema {
  /** Where the schema stands; for a reference, where its target stands. */
  readonly place: Place;
  /** `false` for the schema that nothing satisfies. */
  readonly isSatisfiable: boolean;
  readonly types: ReadonlySet<TypeName> | undefined;
  readonly format: string | undefined;
  readonly enum: readonly Json[] | undefined;
  readonly const: { readonly value: Json } | undefined;

  readonly minimum: number | bigint | undefined;
  readonly maximum: number | bigint | undefined;
  readonly exclusiveMinimum: number | bigint | undefined;
  readonly exclusiveMaximum: number | bigint | undefined;
  readonly multipleOf: number | bigint | undefined;

  /** In Unicode code points. */
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  /** Compiled with the `u` flag; unanchored, as JSON Schema has it. */
  readonly pattern: RegExp | undefined;

  readonly properties: ReadonlyMap<string, Schema>;
  readonly patternProperties: readonly PatternProperty[];
  readonly additionalProperties: Schema | undefined;
  readonly unevaluatedProperties: Schema | undefined;
  readonly propertyNames: Schema | undefined;
  readonly required: ReadonlySet<string>;
  readonly dependentRequired: ReadonlyMap<string, readonly string[]>;
  readonly dependentSchemas: ReadonlyMap<string, Schema>;
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;

  readonly prefixItems: readonly Schema[];
  readonly items: Schema | undefined;
  readonly unevaluatedItems: Schema | undefined;
  readonly contains: Schema | undefined;
  readonly minContains: number | undefined;
  readonly maxContains: number | undefined;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly uniqueItems: boolean;

  readonly allOf: readonly Schema[];
  readonly anyOf: readonly Schema[];
  readonly oneOf: readonly Schema[];
  /** Judges no value; only where there are alternatives. */
  readonly discriminator?: Discriminator;
  readonly not: Schema | undefined;
  readonly if: Schema | undefined;
  readonly then: Schema | undefined;
  readonly else: Schema | undefined;

  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly default: { readonly value: Json } | undefined;
  readonly examples: readonly Json[];
  readonly description: string | undefined;
  /** How a value looks in XML, where the document says so. */
  readonly xml?: XmlShape;
  /** Of a text that holds something else: `image/png`. */
  readonly contentMediaType?: string;
  /** The line of each keyword of this schema in the file, for `keywordPlace`. */
  readonly keywordLines: ReadonlyMap<string, number>;
}

export interface Discriminator {
  readonly propertyName: string;
  /** Each value, named by the mapping or by the name of a component, and the alternative that it leads to. */
  readonly values: ReadonlyMap<string, Schema>;
  /** The same where it stands beside no alternatives: those that extend the schema by `allOf`. Built when it is asked for. */
  readonly subtypes?: ReadonlyMap<string, Schema> | undefined;
  /** Values of the mapping with what they name, where nothing of the document has that name. */
  readonly unresolved?: ReadonlyMap<string, string>;
}

/** OpenAPI, "XML Object". */
export interface XmlShape {
  /** Of the element or attribute; undefined for the name of the property. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly prefix: string | undefined;
  readonly isAttribute: boolean;
  /** Of a list: its items stand in an element of their own. */
  readonly isWrapped: boolean;
}

export interface PatternProperty {
  readonly pattern: RegExp;
  readonly schema: Schema;
}

/** Which way a body goes: `readOnly` properties do not count in requests, `writeOnly` ones not in responses. */
export type Direction = 'request' | 'response';

/** The place of one keyword of a schema: `.../properties/id` + `/type`. */
export function toKeywordPlace(schema: Schema, keyword: string): Place {
  const line = schema.keywordLines.get(keyword) ?? schema.place.line;
  return { file: schema.place.file, pointer: `${schema.place.pointer}/${keyword}`, line };
}
