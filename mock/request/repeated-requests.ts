/** Requests with a declared idempotency key have their effect once: a repetition gets the first response. */
import { fromBase64, toBase64, toBase64Url } from '../../platform/bytes.ts';
import { sha256 } from '../../platform/crypto.ts';
import { findIdempotencyKey, otherBodyRejection } from '../../spec/described/idempotency-keys.ts';
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { findLogins } from '../../spec/login/login-model.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { HttpError } from '../http/http-error.ts';
import type { RecordStore } from '../model/storage.ts';
import type { RunExclusive } from '../records/collection.ts';
import type { GeneratedResponse } from '../respond/error-response.ts';
import { parameterKey } from '../validate/validate-parameter.ts';
import type { ValidRequest } from '../validate/validate-request.ts';

export interface RepeatedRequestsOptions {
  readonly contract: Contract;
  /** Of the contract, as for its collections. */
  readonly prefix: string;
  readonly records: RecordStore;
  readonly runExclusive: RunExclusive;
}

export interface KeyedRequest {
  readonly operation: Operation;
  readonly valid: ValidRequest;
  /** The path as it was sent, since a key belongs to one record. */
  readonly path: string;
  /** The user who logged in: other users have other keys. */
  readonly user: string | undefined;
}

/** Undefined without a key: then nothing is remembered. Otherwise `respond` is called at most once. */
export type RepeatedRequests = (request: KeyedRequest) => ((respond: Respond) => ReturnType<Respond>) | undefined;

type Respond = () => Promise<GeneratedResponse | HttpError>;

/** Undefined if no operation of the contract declares a key. */
export function createRepeatedRequests(options: RepeatedRequestsOptions): RepeatedRequests | undefined {
  const { contract, prefix, records, runExclusive } = options;
  // No collection of a contract is named so: those begin with a slash.
  const collection = `idempotency:${prefix.replaceAll('/', ':')}`;
  if (!contract.operations.some((operation) => findIdempotencyKey(operation) !== undefined)) return undefined;
  const { logins } = findLogins(contract);
  const rejectionOf = memoize((operation: Operation) => {
    // A storage keeps no tokens.
    const key = logins.has(operation) ? undefined : findIdempotencyKey(operation);
    return { key, status: key && otherBodyRejection(operation, key, contract) };
  });
  return ({ operation, valid, path, user }) => {
    const { key, status } = rejectionOf(operation);
    const sent = key && valid.parameters.get(parameterKey(key));
    if (key === undefined || sent === undefined) return undefined;
    const id = hash([operation.id, path, user ?? '', String(sent)]);
    const body = hash([toBase64(valid.content?.bytes ?? new Uint8Array())]);
    return (respond) =>
      runExclusive(`${collection} ${id}`, async () => {
        const stored = await records.read(collection, id);
        if (stored !== undefined) {
          if (stored.value['sent'] === body || status === undefined) return readResponse(stored.value);
          return new HttpError('key-reused', `header.${key.name}: expected a new key for another body`, { status });
        }
        const response = await respond();
        if (response instanceof HttpError) return response;
        // A request that failed may be repeated; a stream is not kept.
        const isKept = response.status >= 200 && response.status < 300 && response.pieces === undefined;
        if (isKept) await records.insert(collection, id, { sent: body, ...storedResponse(response) });
        return response;
      });
  };
}

function hash(parts: readonly string[]): string {
  return toBase64Url(sha256(JSON.stringify(parts)));
}

function storedResponse({ status, headers, body }: GeneratedResponse): JsonObject {
  const content = typeof body === 'string' ? { text: body } : { bytes: toBase64(body) };
  return { status, headers: { ...headers }, ...content };
}

function readResponse({ status, headers, text, bytes }: JsonObject): GeneratedResponse {
  return {
    status: Number(status),
    headers: headers !== undefined && isJsonObject(headers) ? textsIn(headers) : {},
    body: typeof bytes === 'string' ? fromBase64(bytes) : textOf(text),
    reason: 'repeated with the same idempotency key',
  };
}

function textsIn(headers: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
