/** Ways to change the right service that many variants share. */
import { isList, isObject, type Json, type JsonObject, parseJson } from '../../json.ts';
import type { Authentication } from '../authentication.ts';
import { EarlyResponse, FilesProblem, type FilesRequest, type FilesResponse } from '../http.ts';
import type { FilePart } from '../multipart.ts';
import type { BehaviorChange } from '../variant.ts';

export type ChangesJson = (value: Json) => Json;

export function changesAuthentication(change: (right: Authentication) => Partial<Authentication>): BehaviorChange {
  return ({ authentication }) => ({ authentication: { ...authentication, ...change(authentication) } });
}

/** Checks another body than the one it keeps. */
export function validatesInstead(change: ChangesJson): BehaviorChange {
  return () => {
    let original: Json = null;
    return {
      prepare: (body) => {
        original = body;
        return change(body);
      },
      keepFields: (fields) => (isObject(original) ? original : fields),
    };
  };
}

/** Keeps other values than those of a valid body. */
export function keeps(change: (fields: JsonObject) => JsonObject): BehaviorChange {
  return () => ({ keepFields: change });
}

export function rejects(isRejected: (body: JsonObject) => boolean): BehaviorChange {
  return () => ({
    prepare: (body) => {
      if (isObject(body) && isRejected(body)) throw new FilesProblem(422, 'This is not accepted.');
      return body;
    },
  });
}

/** The value with another member, where it has that member. */
export function withMember(name: string, change: ChangesJson): (value: JsonObject) => JsonObject {
  return (value) => {
    const member = value[name];
    return member === undefined ? value : { ...value, [name]: change(member) };
  };
}

export function inObject(change: (value: JsonObject) => JsonObject): ChangesJson {
  return (value) => (isObject(value) ? change(value) : value);
}

export function inText(change: (text: string) => string): ChangesJson {
  return (value) => (typeof value === 'string' ? change(value) : value);
}

export function inList(change: (items: readonly Json[]) => readonly Json[]): ChangesJson {
  return (value) => (isList(value) ? change(value) : value);
}

/** Changes the responses to operations; problems too unless `isRelevant` leaves them out. */
export function responds(
  change: (response: FilesResponse, request: FilesRequest) => FilesResponse,
  isRelevant: (response: FilesResponse, operation: string | undefined) => boolean = isSuccess,
): BehaviorChange {
  return () => ({
    transformResponse: (response, operation, request) =>
      isRelevant(response, operation) ? change(response, request) : response,
  });
}

export function isSuccess({ status }: FilesResponse): boolean {
  return status < 300;
}

/** Responses of one operation with a status. */
export function at(wantedOperation: string, wantedStatus = 200) {
  return ({ status }: FilesResponse, operation: string | undefined): boolean =>
    operation === wantedOperation && status === wantedStatus;
}

export function withStatus(wanted: number) {
  return ({ status }: FilesResponse): boolean => status === wanted;
}

export function withJson(change: ChangesJson): (response: FilesResponse) => FilesResponse {
  return (response) => ({ ...response, body: JSON.stringify(change(parseJson(String(response.body)))) });
}

export function withHeaders(headers: FilesResponse['headers']): (response: FilesResponse) => FilesResponse {
  return (response) => ({ ...response, headers: { ...response.headers, ...headers } });
}

export function withoutHeader(name: string): (response: FilesResponse) => FilesResponse {
  return ({ headers, ...response }) => ({
    ...response,
    headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)),
  });
}

export function changesParts(change: (parts: readonly FilePart[]) => readonly FilePart[]): BehaviorChange {
  return ({ readParts }) => ({ readParts: (request) => change(readParts(request)) });
}

export function changesPart(name: string, change: (part: FilePart) => FilePart): BehaviorChange {
  return changesParts((parts) => parts.map((part) => (part.name === name ? change(part) : part)));
}

/** What an uncaught exception in a handler becomes in most frameworks. */
export function throwServerError(): never {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  throw new EarlyResponse({ status: 500, headers, body: '<!DOCTYPE html><title>Internal Server Error</title>' });
}
