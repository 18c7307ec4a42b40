/** Values that a sentence gives a new record: "Its status defaults to draft.", "Initially pending." */
import { isJsonArray, type Json } from '../json/exact-json.ts';
import { memoizePair } from '../memoize.ts';
import type { Operation } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import { declaredProperties } from '../model/schema-view.ts';
import { CONDITION, findNamed, sentencesOf } from '../model/sentences.ts';
import { countChoices, flattenSchema } from '../sampling/flatten-schema.ts';

export interface InitialValue {
  readonly property: string;
  /** The schema of the property. */
  readonly schema: Schema;
  readonly value: Json;
  readonly sentence: string;
  /** A default, not only the first of several values. */
  readonly isDefault: boolean;
}

/** Those of the descriptions of the operation that creates it, and of its properties. */
export const initialValues = memoizePair((operation: Operation, record: Schema): readonly InitialValue[] =>
  countChoices(record) > 1
    ? []
    : [...statedByOperation(operation.description ?? '', record), ...statedByProperties(record)],
);

function statedByProperties(record: Schema): readonly InitialValue[] {
  return [...declaredProperties(record)].flatMap(([property, schema]) =>
    sentencesOf(flattenSchema(schema).description ?? '').flatMap((sentence) =>
      CONDITION.test(sentence) ? [] : readStatement(sentence, { property, schema, sentence }),
    ),
  );
}

/** About properties by their names. */
function statedByOperation(description: string, record: Schema): readonly InitialValue[] {
  const properties = declaredProperties(record);
  return sentencesOf(description).flatMap((sentence) => {
    if (CONDITION.test(sentence)) return [];
    return sentence.split(/, | and /).flatMap((clause) => {
      const [, subject = '', statement = ''] = /^(?:its|the|their) [`"]?([\w-]+)[`"]? (.+)$/i.exec(clause) ?? [];
      const property = findNamed(subject, properties.keys());
      const schema = property === undefined ? undefined : properties.get(property);
      if (property === undefined || schema === undefined) return [];
      return readStatement(statement.replace(/^is /, ''), { property, schema, sentence });
    });
  });
}

const VALUE = '([`"\']?[\\w-]+[`"\']?)';

const statements = [
  { isDefault: true, form: `(?:defaults to|(?:the )?default(?: is|:)|by default,?) ${VALUE}` },
  { isDefault: true, form: `${VALUE} by default` },
  { isDefault: false, form: `(?:initially|at first|starts (?:out )?(?:as|at)|begins (?:as|at)),? ${VALUE}` },
  { isDefault: false, form: `${VALUE} (?:initially|at first|when created)` },
].map(({ isDefault, form }) => ({ isDefault, pattern: new RegExp(`^${form}$`, 'i') }));

function readStatement(
  statement: string,
  about: Pick<InitialValue, 'property' | 'schema' | 'sentence'>,
): readonly InitialValue[] {
  // The keyword says it already.
  if (flattenSchema(about.schema).default !== undefined) return [];
  return statements.flatMap(({ isDefault, pattern }) => {
    const [, text] = pattern.exec(statement) ?? [];
    const value = text === undefined ? undefined : readValue(text, about.schema);
    return value === undefined ? [] : [{ ...about, value, isDefault }];
  });
}

/** The value that the text is for this schema: `draft` for an enum, `false`, `1`; undefined for free texts. */
function readValue(text: string, schema: Schema): Json | undefined {
  const word = text.replaceAll(/^[`"']+|[`"']+$/g, '');
  const { enum: values, types } = flattenSchema(schema);
  // A sentence begins with a capital letter: "Draft by default."
  const forms = [word, `${word.slice(0, 1).toLowerCase()}${word.slice(1)}`];
  if (isJsonArray(values))
    return forms.flatMap((form) => values.filter((value) => value !== null && String(value) === form))[0];
  if (types?.has('boolean') === true && /^(?:true|false)$/i.test(word)) return word.toLowerCase() === 'true';
  const isNumber = types?.has('integer') === true || types?.has('number') === true;
  return isNumber && /^-?\d{1,9}$/.test(word) ? Number(word) : undefined;
}
