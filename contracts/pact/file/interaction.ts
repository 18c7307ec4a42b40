/** One HTTP interaction of a pact, whatever the version of the Pact specification it is written in. */

import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import type { Place } from '../../../spec/model/contract.ts';
import { lineOf, type SourceFile } from '../../../spec/source/source-file.ts';
import { bodyOf, headersOf, type PactBody, queryNamesOf } from './pact-parts.ts';
import { refusal } from './refusal.ts';

export interface Interaction {
  readonly index: number;
  readonly description: string;
  readonly states: readonly ProviderState[];
  readonly place: Place;
  readonly request: PactRequest;
  readonly response: PactResponse;
}

export interface ProviderState {
  readonly name: string;
  readonly params: JsonObject;
}

export interface PactRequest {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The names of the query parameters. */
  readonly query: ReadonlySet<string>;
  readonly body: PactBody | undefined;
  /** The object as it stands in the pact: generators and matching rules are there. */
  readonly raw: JsonObject;
}

export interface PactResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: PactBody | undefined;
}

/** `a request to ... given the store is empty` */
export function interactionName({ description, states }: Interaction): string {
  const given = states.map((state) => state.name).join(' and ');
  return given === '' ? description : `${description}, given ${given}`;
}

/** What an interaction is read from; `version` is that of the Pact specification. */
export interface Reading {
  readonly file: string;
  readonly source: SourceFile;
  readonly version: number;
}

export function interactionOf(item: Json, index: number, reading: Reading): Interaction {
  const pointer = joinPointer('/interactions', index);
  const place = { file: reading.file, pointer, line: lineOf(reading.source, pointer) };
  const part = (key: string): JsonObject => {
    const value = isJsonObject(item) ? item[key] : undefined;
    if (isJsonObject(value)) return value;
    throw refusal(place, `interaction ${index + 1} has no "${key}" of an HTTP interaction`);
  };
  const request = part('request');
  const response = part('response');
  const entry = isJsonObject(item) ? item : {};
  return {
    index,
    description: typeof entry.description === 'string' ? entry.description : '',
    states: statesOf(entry),
    place,
    request: {
      method: typeof request.method === 'string' ? request.method.toUpperCase() : 'GET',
      path: typeof request.path === 'string' ? request.path : '/',
      headers: headersOf(request.headers),
      query: queryNamesOf(request.query),
      body: bodyOf(request, reading.version, `${place.pointer}/request`),
      raw: request,
    },
    response: {
      status: typeof response.status === 'number' ? response.status : 200,
      headers: headersOf(response.headers),
      body: bodyOf(response, reading.version, `${place.pointer}/response`),
    },
  };
}

function statesOf(entry: JsonObject): ProviderState[] {
  const single = entry.providerState ?? entry.provider_state;
  if (!isJsonArray(entry.providerStates))
    return typeof single === 'string' ? [{ name: single, params: {} }] : [];
  return entry.providerStates.filter(isJsonObject).map((state) => ({
    name: typeof state.name === 'string' ? state.name : '',
    params: isJsonObject(state.params) ? state.params : {},
  }));
}
