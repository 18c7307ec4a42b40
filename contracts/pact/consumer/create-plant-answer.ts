/** What the store answered, checked before it is believed. */
import type { Dispatcher } from 'undici';
import { isJsonType } from '../../../spec/contract.ts';
import { isJsonObject, type Json, parseJson } from '../../../spec/exact-json.ts';

export interface Plant {
  readonly name: string;
  readonly tag?: string;
}

/** As the store declares it; `error` is an int32 whose meaning the contract leaves open. */
export interface StoreError {
  readonly error: number;
  readonly message: string;
}

export type CreatePlantResult =
  | { readonly kind: 'created'; readonly plant: Plant }
  | { readonly kind: 'invalid'; readonly error: StoreError }
  /** `challenge` is the WWW-Authenticate header, where there is one. */
  | { readonly kind: 'unauthorised'; readonly status: 401 | 403; readonly challenge: string | undefined }
  /** An answer that the contract does not declare, or that does not have the declared shape. */
  | { readonly kind: 'unexpected'; readonly status: number; readonly body: string }
  /** No answer: refused, cut off, aborted (`cause.name` AbortError) or too late (TimeoutError). */
  | { readonly kind: 'network'; readonly cause: Error };

export async function readCreatePlantAnswer(answer: Dispatcher.ResponseData): Promise<CreatePlantResult> {
  const status = answer.statusCode;
  const body = await answer.body.text();
  if (status === 401 || status === 403)
    return { kind: 'unauthorised', status, challenge: header(answer, 'www-authenticate') };
  const json = isJsonType(header(answer, 'content-type') ?? '') ? parsed(body) : undefined;
  if (status === 200 && isPlant(json)) return { kind: 'created', plant: plantOf(json) };
  if (status === 400 && isStoreError(json)) return { kind: 'invalid', error: errorOf(json) };
  return { kind: 'unexpected', status, body };
}

function header(answer: Dispatcher.ResponseData, name: string): string | undefined {
  const value = answer.headers[name];
  return typeof value === 'string' ? value : value?.join(', ');
}

function parsed(text: string): Json | undefined {
  const json = parseJson(text);
  return json.ok ? json.value : undefined;
}

function isPlant(value: Json | undefined): value is { name: string; tag?: string } {
  if (!isJsonObject(value) || typeof value.name !== 'string') return false;
  return value.tag === undefined || typeof value.tag === 'string';
}

/** Undeclared properties are left behind: what a type does not show nobody should come to rely on. */
function plantOf({ name, tag }: Plant): Plant {
  return tag === undefined ? { name } : { name, tag };
}

function isStoreError(value: Json | undefined): value is { error: number; message: string } {
  return isJsonObject(value) && isInt32(value.error) && typeof value.message === 'string';
}

function isInt32(value: Json | undefined): value is number {
  return typeof value === 'number' && value === (value | 0);
}

function errorOf({ error, message }: StoreError): StoreError {
  return { error, message };
}
