/** The keywords of a schema that a value can break by itself; what they hold of parts is counted with those parts. */
import { isJsonArray, isJsonObject, isNumeric, type Json } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { remembered } from '../../../spec/remembered.ts';
import { formatNamed } from '../../../spec/validation/formats.ts';

/** A keyword, and what it judges. */
export interface Keyword {
  readonly name: string;
  isIn(schema: Schema): boolean;
  /** Whether it has anything to say of a value. */
  judges(value: Json): boolean;
}

/** Those that a schema has. */
export const keywordsOf = remembered((schema: Schema): readonly Keyword[] =>
  keywords.filter((keyword) => keyword.isIn(schema)),
);

/** What a run has tried of a keyword. */
export interface Tried {
  /** Whether an accepted request had a value for it. */
  readonly isKept: boolean;
  /** The families that have run. */
  readonly families: ReadonlySet<string>;
  /** The family that breaks all of them, where there is one. */
  readonly by?: string;
}

/** Why no request breaks it. */
export function whyUnbroken(schema: Schema, { name }: Keyword, { isKept, families, by }: Tried): string {
  if (name === 'format' && formatNamed(schema.format ?? '') === undefined)
    return 'this format is a note for people: no value breaks it';
  const bound = {
    minLength: schema.minLength,
    minItems: schema.minItems,
    minProperties: schema.minProperties,
  };
  if (Object.entries(bound).some(([keyword, value]) => keyword === name && value === 0))
    return 'nothing is less than 0';
  const family = by ?? familyFor(name);
  if (!families.has(family)) return `the family ${family} was not run`;
  if (by !== undefined && name === 'type')
    return 'a field is text, which is a value of this type whatever it is';
  return isKept
    ? `the family ${family} sent no value that breaks it`
    : 'no accepted request has a value there to put a wrong one in place of';
}

/** Which family breaks it. */
function familyFor(keyword: string): string {
  const found = Object.entries(breakers).find(([, names]) => names.includes(keyword));
  return found?.[0] ?? 'limits';
}

const breakers: Readonly<Record<string, readonly string[]>> = {
  'wrong-types': ['type', 'items'],
  'missing-properties': ['required'],
  'extra-properties': ['additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  combinations: ['anyOf', 'oneOf', 'not', 'contains', 'dependentRequired'],
};

const anything = () => true;
const isText = (value: Json) => typeof value === 'string';

const keywords: readonly Keyword[] = [
  { name: 'type', isIn: ({ types }) => types !== undefined, judges: anything },
  { name: 'enum', isIn: (schema) => schema.enum !== undefined, judges: anything },
  { name: 'const', isIn: (schema) => schema.const !== undefined, judges: anything },
  { name: 'format', isIn: ({ format }) => format !== undefined, judges: anything },
  ...given(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], isNumeric),
  ...given(['minLength', 'maxLength', 'pattern'], isText),
  { name: 'required', isIn: ({ required }) => required.size > 0, judges: isJsonObject },
  { name: 'dependentRequired', isIn: (schema) => schema.dependentRequired.size > 0, judges: isJsonObject },
  ...closed(['additionalProperties', 'unevaluatedProperties'], isJsonObject),
  ...given(['minProperties', 'maxProperties', 'propertyNames'], isJsonObject),
  { name: 'items', isIn: ({ items }) => items?.possible === true, judges: isFilled },
  ...closed(['items', 'unevaluatedItems'], isJsonArray),
  ...given(['minItems', 'maxItems', 'contains'], isJsonArray),
  { name: 'uniqueItems', isIn: ({ uniqueItems }) => uniqueItems, judges: isJsonArray },
  { name: 'anyOf', isIn: ({ anyOf }) => anyOf.length > 0, judges: anything },
  { name: 'oneOf', isIn: ({ oneOf }) => oneOf.length > 0, judges: anything },
  ...given(['not'], anything),
];

function isFilled(value: Json): boolean {
  return isJsonArray(value) && value.length > 0;
}

function given(names: readonly (keyof Schema)[], judges: Keyword['judges']): readonly Keyword[] {
  return names.map((name) => ({ name, isIn: (schema) => schema[name] !== undefined, judges }));
}

type Rest = 'additionalProperties' | 'unevaluatedProperties' | 'items' | 'unevaluatedItems';

/** `false`: nothing more is allowed. */
function closed(names: readonly Rest[], judges: Keyword['judges']): readonly Keyword[] {
  return names.map((name) => ({ name, isIn: (schema) => schema[name]?.possible === false, judges }));
}
