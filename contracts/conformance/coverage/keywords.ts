/** The keywords of a schema that a value can violate itself; subschemas are counted with the parts they apply to. */
import { isJsonArray, isJsonObject, isNumeric, type Json } from '../../../spec/json/exact-json.ts';
import { memoize } from '../../../spec/memoize.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { findFormat } from '../../../spec/validation/formats.ts';

/** A keyword and the values that it applies to. */
export interface CountedKeyword {
  readonly name: string;
  isIn(schema: Schema): boolean;
  /** Whether the keyword constrains such a value. */
  appliesTo(value: Json): boolean;
}

/** The counted keywords of a schema. */
export const countedKeywords = memoize((schema: Schema): readonly CountedKeyword[] =>
  keywords.filter((keyword) => keyword.isIn(schema)),
);

/** What a run has covered of a keyword. */
export interface KeywordCoverage {
  /** Whether an accepted request had a value for it. */
  readonly wasSatisfied: boolean;
  /** The categories that have run. */
  readonly categories: ReadonlySet<string>;
  /** The category that violates all keywords, if there is one. */
  readonly violatingCategory?: string;
}

/** Why no request violates the keyword. */
export function reasonNotViolated(
  schema: Schema,
  { name }: CountedKeyword,
  { wasSatisfied, categories, violatingCategory }: KeywordCoverage,
): string {
  if (name === 'format' && findFormat(schema.format ?? '') === undefined)
    return 'this format is only a hint: no value violates it';
  const bound = {
    minLength: schema.minLength,
    minItems: schema.minItems,
    minProperties: schema.minProperties,
  };
  if (Object.entries(bound).some(([keyword, value]) => keyword === name && value === 0))
    return 'nothing is less than 0';
  const category = violatingCategory ?? violatingCategoryFor(name);
  if (!categories.has(category)) return `test category ${category} was not run`;
  if (violatingCategory !== undefined && name === 'type')
    return 'a form field is a string, so every value has this type';
  return wasSatisfied
    ? `test category ${category} sent no value that violates it`
    : 'no accepted request has a value there that can be replaced with an invalid one';
}

/** The category that violates the keyword. */
function violatingCategoryFor(keyword: string): string {
  const found = Object.entries(violatingCategories).find(([, names]) => names.includes(keyword));
  return found?.[0] ?? 'limits';
}

const violatingCategories: Readonly<Record<string, readonly string[]>> = {
  'wrong-types': ['type', 'items'],
  'missing-properties': ['required'],
  'extra-properties': ['additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  combinations: ['anyOf', 'oneOf', 'not', 'contains', 'dependentRequired'],
};

const always = () => true;
const isText = (value: Json) => typeof value === 'string';

const keywords: readonly CountedKeyword[] = [
  { name: 'type', isIn: ({ types }) => types !== undefined, appliesTo: always },
  { name: 'enum', isIn: (schema) => schema.enum !== undefined, appliesTo: always },
  { name: 'const', isIn: (schema) => schema.const !== undefined, appliesTo: always },
  { name: 'format', isIn: ({ format }) => format !== undefined, appliesTo: always },
  ...presentKeywords(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], isNumeric),
  ...presentKeywords(['minLength', 'maxLength', 'pattern'], isText),
  { name: 'required', isIn: ({ required }) => required.size > 0, appliesTo: isJsonObject },
  { name: 'dependentRequired', isIn: (schema) => schema.dependentRequired.size > 0, appliesTo: isJsonObject },
  ...closedKeywords(['additionalProperties', 'unevaluatedProperties'], isJsonObject),
  ...presentKeywords(['minProperties', 'maxProperties', 'propertyNames'], isJsonObject),
  { name: 'items', isIn: ({ items }) => items?.isSatisfiable === true, appliesTo: isNonEmptyArray },
  ...closedKeywords(['items', 'unevaluatedItems'], isJsonArray),
  ...presentKeywords(['minItems', 'maxItems', 'contains'], isJsonArray),
  { name: 'uniqueItems', isIn: ({ uniqueItems }) => uniqueItems, appliesTo: isJsonArray },
  { name: 'anyOf', isIn: ({ anyOf }) => anyOf.length > 0, appliesTo: always },
  { name: 'oneOf', isIn: ({ oneOf }) => oneOf.length > 0, appliesTo: always },
  ...presentKeywords(['not'], always),
];

function isNonEmptyArray(value: Json): boolean {
  return isJsonArray(value) && value.length > 0;
}

function presentKeywords(
  names: readonly (keyof Schema)[],
  appliesTo: CountedKeyword['appliesTo'],
): readonly CountedKeyword[] {
  return names.map((name) => ({ name, isIn: (schema) => schema[name] !== undefined, appliesTo }));
}

type ClosableKeyword = 'additionalProperties' | 'unevaluatedProperties' | 'items' | 'unevaluatedItems';

/** Keywords with the value `false`: nothing more is allowed. */
function closedKeywords(
  names: readonly ClosableKeyword[],
  appliesTo: CountedKeyword['appliesTo'],
): readonly CountedKeyword[] {
  return names.map((name) => ({
    name,
    isIn: (schema) => schema[name]?.isSatisfiable === false,
    appliesTo,
  }));
}
