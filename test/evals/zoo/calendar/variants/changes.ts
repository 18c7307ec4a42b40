/** Ways to change the right service that many variants share. */
import { isList, isObject, type Json, JsonNumber, type JsonObject, parseJson } from '../../json.ts';
import type { CalendarAuthentication } from '../authentication.ts';
import { type CalendarRequest, type CalendarResponse, EarlyResponse } from '../http.ts';
import type { CalendarChange } from '../variant.ts';

export type ChangesValue = (value: Json) => Json;

export function changesAuthentication(
  change: (right: CalendarAuthentication) => Partial<CalendarAuthentication>,
): CalendarChange {
  return ({ authentication }) => ({ authentication: { ...authentication, ...change(authentication) } });
}

/** Keeps other values than those of a valid body. */
export function keeps(change: (fields: JsonObject, operation: string) => JsonObject): CalendarChange {
  return () => ({ keepFields: change });
}

/** The value with another member, where it has that member. */
export function withMember(name: string, change: ChangesValue): (value: JsonObject) => JsonObject {
  return (value) => {
    const member = value[name];
    return member === undefined ? value : { ...value, [name]: change(member) };
  };
}

export function without(...names: readonly string[]): (value: JsonObject) => JsonObject {
  return (value) => Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

export function inObject(change: (value: JsonObject) => JsonObject): ChangesValue {
  return (value) => (isObject(value) ? change(value) : value);
}

export function inText(change: (text: string) => string): ChangesValue {
  return (value) => (typeof value === 'string' ? change(value) : value);
}

export function inNumber(change: (number: number) => number | string): ChangesValue {
  return (value) => (value instanceof JsonNumber ? new JsonNumber(change(Number(value.source))) : value);
}

export function inList(change: (items: readonly Json[]) => readonly Json[]): ChangesValue {
  return (value) => (isList(value) ? change(value) : value);
}

/** Changes the responses to operations; problems too unless `isRelevant` leaves them out. */
export function responds(
  change: (response: CalendarResponse, request: CalendarRequest) => CalendarResponse,
  isRelevant: (response: CalendarResponse, operation: string | undefined) => boolean = isSuccess,
): CalendarChange {
  return () => ({
    transformResponse: (response, operation, request) =>
      isRelevant(response, operation) ? change(response, request) : response,
  });
}

export function isSuccess({ status }: CalendarResponse): boolean {
  return status < 300;
}

export function always(): boolean {
  return true;
}

/** Responses of one operation with a status. */
export function at(wantedOperation: string, wantedStatus = 200) {
  return ({ status }: CalendarResponse, operation: string | undefined): boolean =>
    operation === wantedOperation && status === wantedStatus;
}

export function withStatus(wanted: number) {
  return ({ status }: CalendarResponse): boolean => status === wanted;
}

export function isJson({ headers }: CalendarResponse): boolean {
  return String(headers['content-type']).includes('json');
}

export function withJson(change: ChangesValue): (response: CalendarResponse) => CalendarResponse {
  return (response) => ({ ...response, body: JSON.stringify(change(parseJson(String(response.body)))) });
}

export function withHeaders(headers: CalendarResponse['headers']): (response: CalendarResponse) => CalendarResponse {
  return (response) => ({ ...response, headers: { ...response.headers, ...headers } });
}

export function withoutHeader(name: string): (response: CalendarResponse) => CalendarResponse {
  return ({ headers, ...response }) => ({
    ...response,
    headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)),
  });
}

/** What an uncaught exception in a handler becomes in most frameworks. */
export function throwServerError(): never {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  throw new EarlyResponse({ status: 500, headers, body: '<!DOCTYPE html><title>Internal Server Error</title>' });
}
