/** A request to the stub and its response, as data. */
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '../../../../spec/json/exact-json.ts';
import type { BrokerState } from './state.ts';

export interface BrokerRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Json;
  /** What links begin with. */
  readonly base: string;
  readonly state: BrokerState;
}

export interface BrokerResponse {
  readonly status: number;
  readonly document: JsonObject;
}

/** The text of a contract as the client sends it. */
export function readContent(contract: Json | undefined): JsonObject | undefined {
  const encoded = isJsonObject(contract) && typeof contract.content === 'string' ? contract.content : '';
  const parsed = parseJson(Buffer.from(encoded, 'base64').toString('utf8'));
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}

export function readList(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}
