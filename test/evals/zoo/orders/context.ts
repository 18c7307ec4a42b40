/** What a handler works with. */
import { isObject, type Json, type JsonObject } from '../json.ts';
import type { ToolViolation } from '../tools/response.ts';
import { type BodyCheck, createChecker } from '../tools/validation.ts';
import type { ShopBehavior } from './behavior.ts';
import type { ShopRequest } from './http.ts';
import { ShopProblem } from './problem.ts';
import type { OperationId } from './routes.ts';
import type { ShopState } from './state.ts';

export interface ShopContext {
  readonly shop: ShopBehavior;
  readonly state: ShopState;
  readonly request: ShopRequest;
  readonly operation: OperationId;
  /** What the path names, decoded. */
  readonly pathValue: string;
}

const LARGEST_BODY = 4 * 1024 * 1024;

/** The body, if it has the media type and meets the rules. Throws ShopProblem. */
export function readBody(context: ShopContext, check: BodyCheck, type = 'application/json'): JsonObject {
  const { shop, request, operation } = context;
  const { headers, body } = request;
  if (body.length === 0) throw malformed('A body is required.');
  if (body.length > LARGEST_BODY) throw new ShopProblem(413, 'The body is larger than 4 MiB.');
  if (!shop.isMediaType(headers['content-type'] ?? '', type)) throw new ShopProblem(415, `${type} is required.`);
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw new ShopProblem(415, 'The body may not be encoded.');
  const prepared = shop.prepare(parseBody(shop, body), operation);
  const violations: ToolViolation[] = [];
  check(
    prepared,
    createChecker((rule) => shop.enforces(rule, operation), violations),
  );
  if (violations.length > 0) {
    shop.onInvalidBody(context.state, prepared, context);
    throw new ShopProblem(400, 'The body is not valid.', { violations });
  }
  // Only what a variant accepts is no object here.
  return isObject(prepared) ? prepared : {};
}

function parseBody(shop: ShopBehavior, bytes: Buffer): Json {
  try {
    return shop.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw malformed('The body is not JSON in UTF-8.');
  }
}

function malformed(message: string): ShopProblem {
  return new ShopProblem(400, message, { violations: [{ pointer: '', message }] });
}
