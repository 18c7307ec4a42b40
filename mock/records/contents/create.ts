/**
 * POST of what is no JSON: in comes what was sent, out go the record that is kept of it, under a new name, and its answer.
 */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  sameJson,
} from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { propertiesOf } from '../../../spec/model/schema-view.ts';
import type { ContentPath } from '../../../spec/resources/contents.ts';
import { identifierOf } from '../../../spec/resources/identifiers.ts';
import { fillPath, parameterNames, pathParameter } from '../../../spec/resources/paths.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { Refusal } from '../../http/refusals.ts';
import { entityTag, headersOfRecord } from '../headers.ts';
import type { GivenBody, PlannedAnswer, RecordRequest, Turn, TurnOutcome } from '../keeper.ts';
import { newIds } from '../new-ids.ts';
import { project, shown } from '../project.ts';
import { statusFor } from '../shelf.ts';
import { type Asking, placeOf } from './place.ts';

export async function createContent(asking: Asking): Promise<Turn | Refusal | undefined> {
  const { request } = asking;
  const value = stored(request);
  if (value === undefined) return undefined;
  return {
    status: statusFor(request, true),
    complete: async (answer) => {
      const id = await insertNew(asking, value, answer);
      if (id === undefined) return { body: answer.sample, headers: {} };
      const path = `${asking.options.prefix}${fillPath(asking.content.path, [...asking.values, id])}`;
      const told = new Map([
        ['location', path],
        ['etag', entityTag(value)],
      ]);
      return { body: named(asking, id, answer), headers: headersOfRecord(request, answer, told) };
    },
  };
}

/** Its name; undefined where the contract leaves none that is free. */
async function insertNew(
  asking: Asking,
  value: JsonObject,
  answer: PlannedAnswer,
): Promise<Json | undefined> {
  const { content, values, options } = asking;
  const { records, seed, prefix } = options;
  const { name } = placeOf(content, [...values, 'new'], prefix);
  const declared = [idSchemaIn(asking, answer), parameterOf(content)?.schema];
  const idSchemas = declared.filter((schema) => schema !== undefined);
  for await (const id of newIds({ resource: { idSchemas }, records, name, seed })) {
    const { key } = placeOf(content, [...values, id], prefix);
    if (await records.insert(name, key, value)) return id;
  }
  return undefined;
}

function idSchemaIn(asking: Asking, { schema }: PlannedAnswer) {
  const name = idNameIn(asking, schema);
  return name === undefined ? undefined : schema && propertiesOf(schema).get(name);
}

function idNameIn({ content }: Asking, schema: PlannedAnswer['schema']): string | undefined {
  return schema === undefined
    ? undefined
    : identifierOf({ schemas: [schema], parameter: parameterOf(content) });
}

/** The sample under the name of what was created. */
function named(asking: Asking, id: Json, { sample, schema }: PlannedAnswer): Json | undefined {
  const name = idNameIn(asking, schema);
  if (name === undefined || schema === undefined || !isJsonObject(sample)) return sample;
  const own = { ...sample, [name]: id };
  return isValid(schema, own, 'response') ? own : sample;
}

function parameterOf({ path, read: operation }: ContentPath) {
  return pathParameter(operation, parameterNames(path).length - 1);
}

/** Decoded where it is a text; else its bytes, and what they say where that is an object or a list (XML). */
export function stored({ sent, content }: RecordRequest): JsonObject | undefined {
  if (content === undefined) return undefined;
  const { type, bytes } = content;
  if (typeof sent === 'string') return { type: essenceOf(type), text: sent };
  const value = isJsonObject(sent) || isJsonArray(sent) ? { value: sent } : {};
  return { type, base64: bytes.toString('base64'), ...value };
}

/** `text/plain` of `text/plain; charset=latin1`; undefined for what the contract shows, of which there is only a sample. */
export function typeOf({ type }: JsonObject): string | undefined {
  return typeof type === 'string' ? essenceOf(type) : undefined;
}

/** As it was sent, where the schema of the answer takes it; else as much of it as it takes. */
export function given(
  kept: JsonObject,
  { sample, schema, type }: PlannedAnswer,
): Omit<TurnOutcome, 'headers'> {
  const { text, value } = kept;
  if (type === undefined || type !== typeOf(kept)) return { body: sample };
  const said = typeof text === 'string' ? text : value;
  if (schema === undefined || said === undefined) return { body: sample, given: asSent(kept) };
  const isWhole = isValid(schema, said, 'response') && sameJson(project(schema, said), said);
  if (isWhole) return { body: said, given: asSent(kept) };
  return { body: partly(said, schema, sample) };
}

function partly(said: Json, schema: Schema, sample: Json | undefined): Json | undefined {
  return isJsonObject(said) ? shown(said, schema, sample) : sample;
}

function asSent({ text, type, base64 }: JsonObject): GivenBody {
  if (typeof text === 'string') return { bytes: Buffer.from(text), type: undefined };
  return { bytes: Buffer.from(String(base64), 'base64'), type: String(type) };
}

function essenceOf(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}
