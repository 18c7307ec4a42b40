/** The runtime expressions of links: what a request had, or its answer (OpenAPI 3, "Runtime Expressions"). */
import { isJsonArray, isJsonObject, type Json, parseJsonBytes } from '../../../../spec/json/exact-json.ts';
import { splitPointer } from '../../../../spec/json/pointer.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import { matchName, parameterNames } from '../../../../spec/resources/paths.ts';
import { headerOf } from '../../../http/headers.ts';
import type { Draft } from '../../model/draft.ts';
import type { Exchange } from '../../model/exchange.ts';

/** A request of an operation, and what came of it. */
export interface OperationExchange {
  readonly operation: Operation;
  readonly draft: Draft;
  readonly exchange: Exchange;
}

/** Undefined where the exchange does not have it; what is no expression stands for itself. */
export function evaluate(expression: Json, told: OperationExchange): Json | undefined {
  if (typeof expression !== 'string') return expression;
  const embedded = [...expression.matchAll(/\{(\$[^{}]*)\}/g)];
  if (!expression.startsWith('$')) return embedded.length === 0 ? expression : embed(expression, told);
  return read(expression, told);
}

/** `/orders/{$response.body#/id}`. */
function embed(template: string, told: OperationExchange): string | undefined {
  let isWhole = true;
  const text = template.replaceAll(/\{(\$[^{}]*)\}/g, (_all, expression: string) => {
    const value = read(expression, told);
    isWhole &&= value !== undefined && typeof value !== 'object';
    return String(value);
  });
  return isWhole ? text : undefined;
}

function read(expression: string, told: OperationExchange): Json | undefined {
  const { request, outcome } = told.exchange;
  if (expression === '$url') return request.url;
  if (expression === '$method') return request.method;
  if (expression === '$statusCode') return outcome.kind === 'answer' ? outcome.answer.status : undefined;
  const [, side, source = ''] = /^\$(request|response)\.(.+)$/s.exec(expression) ?? [];
  if (side === 'request') return ofRequest(source, told);
  return side === 'response' && outcome.kind === 'answer' ? ofMessage(source, outcome.answer) : undefined;
}

function ofRequest(
  source: string,
  { operation, draft, exchange: { request } }: OperationExchange,
): Json | undefined {
  const [path = '', query = ''] = draft.path.split('?', 2);
  if (source.startsWith('query.')) return new URLSearchParams(query).get(source.slice(6)) ?? undefined;
  if (!source.startsWith('path.')) return ofMessage(source, request);
  const index = parameterNames(operation.path).indexOf(source.slice(5));
  return index < 0 ? undefined : matchName(operation.path, path)?.[index];
}

interface Message {
  readonly headers: Parameters<typeof headerOf>[0];
  readonly body: Uint8Array | undefined;
}

function ofMessage(source: string, { headers, body }: Message): Json | undefined {
  if (source.startsWith('header.')) return headerOf(headers, source.slice(7));
  if (source !== 'body' && !source.startsWith('body#')) return undefined;
  const parsed = body === undefined ? undefined : parseJsonBytes(body);
  return parsed?.ok ? at(parsed.value, source.slice(5)) : undefined;
}

/** RFC 6901. */
function at(value: Json, pointer: string): Json | undefined {
  return splitPointer(pointer).reduce<Json | undefined>((part, name) => {
    if (isJsonArray(part)) return /^\d+$/.test(name) ? part[Number(name)] : undefined;
    return isJsonObject(part) && Object.hasOwn(part, name) ? part[name] : undefined;
  }, value);
}
