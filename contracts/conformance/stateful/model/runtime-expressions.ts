/** Runtime expressions of links: values of a request or of its response (OpenAPI 3, "Runtime Expressions"). */
import { isJsonArray, isJsonObject, type Json, parseJsonBytes } from '../../../../spec/json/exact-json.ts';
import { splitPointer } from '../../../../spec/json/pointer.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import { matchPath, parameterNames } from '../../../../spec/resources/path-templates.ts';
import { headerValue } from '../../../http/headers.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';

/** A request of an operation, and its exchange. */
export interface OperationExchange {
  readonly operation: Operation;
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
}

/** Undefined when the exchange does not have the value; a value that is no expression is a constant. */
export function evaluateExpression(expression: Json, operationExchange: OperationExchange): Json | undefined {
  if (typeof expression !== 'string') return expression;
  const embedded = [...expression.matchAll(/\{(\$[^{}]*)\}/g)];
  if (!expression.startsWith('$'))
    return embedded.length === 0 ? expression : fillTemplate(expression, operationExchange);
  return readExpression(expression, operationExchange);
}

/** `/orders/{$response.body#/id}`. */
function fillTemplate(template: string, operationExchange: OperationExchange): string | undefined {
  let isWhole = true;
  const text = template.replaceAll(/\{(\$[^{}]*)\}/g, (_all, expression: string) => {
    const value = readExpression(expression, operationExchange);
    isWhole &&= value !== undefined && typeof value !== 'object';
    return String(value);
  });
  return isWhole ? text : undefined;
}

function readExpression(expression: string, operationExchange: OperationExchange): Json | undefined {
  const { request, outcome } = operationExchange.exchange;
  if (expression === '$url') return request.url;
  if (expression === '$method') return request.method;
  if (expression === '$statusCode') return outcome.kind === 'response' ? outcome.response.status : undefined;
  const [, side, source = ''] = /^\$(request|response)\.(.+)$/s.exec(expression) ?? [];
  if (side === 'request') return readFromRequest(source, operationExchange);
  return side === 'response' && outcome.kind === 'response' ? readFromMessage(source, outcome.response) : undefined;
}

function readFromRequest(
  source: string,
  { operation, requestSpec, exchange: { request } }: OperationExchange,
): Json | undefined {
  const [path = '', query = ''] = requestSpec.path.split('?', 2);
  if (source.startsWith('query.')) return new URLSearchParams(query).get(source.slice(6)) ?? undefined;
  if (!source.startsWith('path.')) return readFromMessage(source, request);
  const index = parameterNames(operation.path).indexOf(source.slice(5));
  return index < 0 ? undefined : matchPath(operation.path, path)?.[index];
}

interface HttpMessage {
  readonly headers: Parameters<typeof headerValue>[0];
  readonly body: Uint8Array | undefined;
}

function readFromMessage(source: string, { headers, body }: HttpMessage): Json | undefined {
  if (source.startsWith('header.')) return headerValue(headers, source.slice(7));
  if (source !== 'body' && !source.startsWith('body#')) return undefined;
  const parsed = body === undefined ? undefined : parseJsonBytes(body);
  return parsed?.ok ? resolvePointer(parsed.value, source.slice(5)) : undefined;
}

/** RFC 6901. */
function resolvePointer(value: Json, pointer: string): Json | undefined {
  return splitPointer(pointer).reduce<Json | undefined>((part, name) => {
    if (isJsonArray(part)) return /^\d+$/.test(name) ? part[Number(name)] : undefined;
    return isJsonObject(part) && Object.hasOwn(part, name) ? part[name] : undefined;
  }, value);
}
