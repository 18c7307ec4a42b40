/** What was sent, as the storage holds it, and as an answer gives it back. */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  sameJson,
} from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { GivenBody, PlannedAnswer, RecordRequest, TurnOutcome } from '../keeper.ts';
import { project, shown } from '../project.ts';

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
