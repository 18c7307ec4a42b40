/** Properties whose description says that no two records have the same value: no keyword can express it. */
import type { Operation } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import { CONDITION, findNamed, sentencesOf } from '../model/sentences.ts';
import { declaresStatus } from '../resources/record-views.ts';
import { flattenSchema } from '../sampling/flatten-schema.ts';

export function statesUnique(description: string): boolean {
  return STATES_UNIQUE.test(description) && !NEGATES_UNIQUE.test(description);
}

const STATES_UNIQUE =
  /^\s*unique\b|\b(?:must|has to|needs to|shall) be (?:globally )?unique\b|\bis (?:globally )?unique\b/i;

/** "Unique within the project": among other records than those of one list. */
const NEGATES_UNIQUE =
  /\bnot\b|\bneed not\b|\bnever\b|\bunique (?:within|per|in|for|among|across|to|identifier|id)\b|\bitems?\b/i;

/**
 * The names of its texts that are described as unique, by themselves or by the operation that creates the records; a
 * number may count something.
 */
export function uniqueTexts(
  schema: Schema,
  { operation, idName }: { readonly operation: Operation; readonly idName: string | undefined },
): readonly string[] {
  const { properties } = flattenSchema(schema);
  const rejected = rejectedAsTaken(operation, properties);
  return [...properties].flatMap(([name, part]) => {
    const { description = '', types, enum: values } = flattenSchema(part);
    const isText = types?.has('string') === true && values === undefined;
    const isUnique = statesUnique(description) || rejected.has(name) || statesUniqueNames(operation, name);
    return isText && name !== idName && isUnique ? [name] : [];
  });
}

/** `E-mail addresses are unique.` for `email`, `Room numbers are unique.` for `number`. */
function statesUniqueNames({ description = '' }: Operation, name: string): boolean {
  return sentencesOf(description).some((sentence) => {
    const [, noun = ''] = UNIQUE_NAMES.exec(sentence) ?? [];
    if (noun === '' || NEGATES_UNIQUE.test(sentence)) return false;
    const last =
      noun
        .replace(/ address(?:es)?$/i, '')
        .replaceAll('-', '')
        .split(' ')
        .at(-1)
        ?.toLowerCase() ?? '';
    return [last, last.replace(/s$/, '')].includes(name.toLowerCase().replaceAll(/[-_]/g, ''));
  });
}

const UNIQUE_NAMES = /^(?:the )?((?:[\w-]+ ){0,2}[\w-]+) (?:are|must be|have to be) unique\b/i;

/**
 * `name` of "A second list of the same user with the same name is rejected": a run creates all records as one user. Not of
 * "with the same name in the same folder", which names another scope.
 */
function rejectedAsTaken(
  { description = '' }: Operation,
  properties: ReadonlyMap<string, Schema>,
): ReadonlySet<string> {
  const names = sentencesOf(description).flatMap((sentence) => {
    const [, name] = CONDITION.test(sentence) ? [] : (REJECTS_TAKEN.exec(sentence) ?? []);
    return (name === undefined ? undefined : findNamed(name, properties.keys())) ?? [];
  });
  return new Set(names);
}

const REJECTS_TAKEN =
  /^(?:another|a second) [\w-]+(?: (?:of|by) the same (?:user|owner|account|tenant|caller))? with the same [`"']?([\w-]+)[`"']?(?:, (?:compared|ignoring|regardless)\b[^,]*,)? is (?:rejected|a conflict)(?: with (?:status )?\d+)?$/i;

/** The status with which a value that another record has is rejected; undefined if the contract declares none for it. */
export function takenValueRejection(operation: Operation): 409 | 422 | undefined {
  return ([409, 422] as const).find((status) => declaresStatus(operation, status));
}

/** Whether texts that differ only in case are the same value, as the operation or the property says. */
export function comparesWithoutCase(operation: Operation, property: Schema | undefined): boolean {
  const text = `${operation.description ?? ''} ${(property && flattenSchema(property).description) ?? ''}`;
  return IGNORES_CASE.test(text);
}

const IGNORES_CASE =
  /\bcase[- ]?insensitiv|\bwithout case\b|\b(?:regardless|irrespective) of (?:the )?case|\bignor(?:es|ing|e) (?:the )?case/i;
