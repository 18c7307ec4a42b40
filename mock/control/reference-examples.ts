/** Examples for the API reference of the console, where a document has none: what the mock would make up. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import { type Contract, isJsonType, type MediaType } from '../../spec/model/contract.ts';
import type { Direction } from '../../spec/model/schema.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';

/** Larger documents stay as they are: the reference would appear noticeably later. */
const MAX_OPERATIONS = 300;

/** `document`: as it is served, with the same pointers as in the contract. */
export async function withReferenceExamples(
  document: JsonObject,
  { operations }: Contract,
  madeUp: MadeUpValues,
): Promise<JsonObject> {
  if (operations.length > MAX_OPERATIONS) return document;
  await madeUp.load();
  const examples = new Map<string, Json>();
  const add = (direction: Direction) => (media: MediaType) => {
    const { pointer } = media.place;
    const example = examples.has(pointer) ? undefined : makeUpExample(media, direction, madeUp);
    if (example !== undefined) examples.set(pointer, example);
  };
  for (const { requestBody, responses } of operations) {
    requestBody?.content.forEach(add('request'));
    for (const { content } of responses) content.forEach(add('response'));
  }
  const completed = addExamples(document, '', examples);
  return isJsonObject(completed) ? completed : document;
}

function makeUpExample(
  { range, schema, examples }: MediaType,
  direction: Direction,
  madeUp: MadeUpValues,
): Json | undefined {
  const sample =
    !isJsonType(range) || examples.length > 0 || schema === undefined ? undefined : sampleValue(schema, direction);
  if (schema === undefined || sample === undefined) return undefined;
  return madeUp.makeUp(sample, schema, { direction });
}

function addExamples(value: Json, pointer: string, examples: ReadonlyMap<string, Json>): Json {
  if (isJsonArray(value)) return value.map((part, index) => addExamples(part, joinPointer(pointer, index), examples));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, part]): [string, Json] => [
    name,
    addExamples(part, joinPointer(pointer, name), examples),
  ]);
  const example = Object.hasOwn(value, 'schema') ? examples.get(pointer) : undefined;
  return Object.fromEntries(example === undefined ? members : [...members, ['example', example]]);
}
