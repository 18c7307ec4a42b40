/**
 * A schema in one normal form, JSON Schema 2020-12 for every version of the document: `nullable` becomes a type, the
 * boolean `exclusiveMinimum` of 3.0 a bound, and `$ref` the referenced schema. References can form cycles, so a
 * traversal must track visited schemas.
 */
import type { Json } from '../json/exact-json.ts';
import type { Place } from '../source/source-file.ts';

export type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

export interface Schema {
  /** The location of the schema; for a reference, the location of its target. */
  readonly place: Place;
  /** `false` for a schema that rejects every value. */
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
  /** Compiled with the `u` flag; unanchored, as JSON Schema defines it. */
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
  /** Validates nothing; only present together with alternatives. */
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
  /** The XML representation of a value, if the document declares one. */
  readonly xml?: XmlShape;
  /** The media type of content embedded in a string: `image/png`. */
  readonly contentMediaType?: string;
  /** The schema of JSON that a string contains. */
  readonly contentSchema?: Schema;
  /** How its bytes are written as text, in lower case: `base64`. */
  readonly contentEncoding?: string;
  /** The extension `x-faker`: how a value is made up, as the document writes it. */
  readonly faker?: Json;
  /** The line of each keyword of this schema in the file, for `toKeywordPlace`. */
  readonly keywordLines: ReadonlyMap<string, number>;
}

export interface Discriminator {
  readonly propertyName: string;
  /** Each value (from the mapping, or the name of a component) and the alternative that it selects. */
  readonly values: ReadonlyMap<string, Schema>;
  /** Without alternatives: the schemas that extend this one by `allOf`. Built on first access. */
  readonly subtypes?: ReadonlyMap<string, Schema> | undefined;
  /** Mapping values whose targets do not exist in the document, with those targets. */
  readonly unresolved?: ReadonlyMap<string, string>;
}

/** OpenAPI, "XML Object". */
export interface XmlShape {
  /** The name of the element or attribute; undefined for the name of the property. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly prefix: string | undefined;
  readonly isAttribute: boolean;
  /** For a list: its items are wrapped in a separate element. */
  readonly isWrapped: boolean;
}

export interface PatternProperty {
  readonly pattern: RegExp;
  readonly schema: Schema;
}

/** The direction of a body: `readOnly` properties are ignored in requests, `writeOnly` ones in responses. */
export type Direction = 'request' | 'response';

/** The place of one keyword of a schema: `.../properties/id` + `/type`. */
export function toKeywordPlace(schema: Schema, keyword: string): Place {
  const line = schema.keywordLines.get(keyword) ?? schema.place.line;
  return { file: schema.place.file, pointer: `${schema.place.pointer}/${keyword}`, line };
}
