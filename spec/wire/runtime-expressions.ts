/** Runtime expressions of links and callbacks: values of a request or of its response (OpenAPI 3, "Runtime Expressions"). */
import { isJsonArray, isJsonObject, type Json } from '../json/exact-json.ts';
import { splitPointer } from '../json/pointer.ts';

/** What an expression can refer to; undefined for what a message does not have. */
export interface ExpressionSource {
  readonly url: string;
  readonly method: string;
  readonly request: ExpressionMessage & {
    query(name: string): string | undefined;
    pathParameter(name: string): string | undefined;
  };
  readonly response: (ExpressionMessage & { readonly status: number }) | undefined;
}

export interface ExpressionMessage {
  header(name: string): string | undefined;
  /** The value of a JSON body. */
  body(): Json | undefined;
}

/** Undefined when the messages do not have the value; a value that is no expression is a constant. */
export function evaluateExpression(expression: Json, source: ExpressionSource): Json | undefined {
  if (typeof expression !== 'string') return expression;
  return expression.startsWith('$') ? readExpression(expression, source) : fillTemplate(expression, source);
}

/** `/orders/{$response.body#/id}`; without expressions, the text itself. */
function fillTemplate(template: string, source: ExpressionSource): string | undefined {
  let isWhole = true;
  const text = template.replaceAll(/\{(\$[^{}]*)\}/g, (_all, expression: string) => {
    const value = readExpression(expression, source);
    isWhole &&= value !== undefined && typeof value !== 'object';
    return String(value);
  });
  return isWhole ? text : undefined;
}

function readExpression(expression: string, source: ExpressionSource): Json | undefined {
  if (expression === '$url') return source.url;
  if (expression === '$method') return source.method;
  if (expression === '$statusCode') return source.response?.status;
  const [, side, part = ''] = /^\$(request|response)\.(.+)$/s.exec(expression) ?? [];
  if (side === 'response') return source.response && readFromMessage(part, source.response);
  if (side === undefined) return undefined;
  if (part.startsWith('query.')) return source.request.query(part.slice('query.'.length));
  if (part.startsWith('path.')) return source.request.pathParameter(part.slice('path.'.length));
  return readFromMessage(part, source.request);
}

function readFromMessage(part: string, message: ExpressionMessage): Json | undefined {
  if (part.startsWith('header.')) return message.header(part.slice('header.'.length));
  if (part !== 'body' && !part.startsWith('body#')) return undefined;
  const value = message.body();
  return value === undefined ? undefined : resolvePointer(value, part.slice('body#'.length));
}

/** RFC 6901. */
function resolvePointer(value: Json, pointer: string): Json | undefined {
  return splitPointer(pointer).reduce<Json | undefined>((part, name) => {
    if (isJsonArray(part)) return /^\d+$/.test(name) ? part[Number(name)] : undefined;
    return isJsonObject(part) && Object.hasOwn(part, name) ? part[name] : undefined;
  }, value);
}
