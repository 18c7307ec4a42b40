/** Ways to change the correct shop that many variants share. */
import { isList, isObject, type Json, type JsonObject } from '../../json.ts';
import { type FaultyVariant, faulty } from '../../variant.ts';
import type { ShopBehavior } from '../behavior.ts';
import type { ShopReply, ShopRequest } from '../http.ts';
import type { OperationId } from '../routes.ts';

export interface ShopDefect {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly OperationId[];
  readonly foundBy: readonly string[];
  readonly missedToday?: string;
  readonly behavior: FaultyVariant<ShopBehavior>['behavior'];
}

type Override = ShopDefect['behavior'];

export function basicShopDefects(defects: readonly ShopDefect[]): readonly FaultyVariant<ShopBehavior>[] {
  return faulty<ShopBehavior>('basic', defects);
}

export function deepShopDefects(defects: readonly ShopDefect[]): readonly FaultyVariant<ShopBehavior>[] {
  return faulty<ShopBehavior>('deep', defects);
}

/** Stores other values than were sent. */
export function stores(operations: readonly OperationId[], change: (fields: JsonObject) => JsonObject): Override {
  return ({ fieldsOf }) => ({
    fieldsOf: (body, operation) => {
      const fields = fieldsOf(body, operation);
      return operations.includes(operation) ? change(fields) : fields;
    },
  });
}

/** Changes one property where a body has it. */
export function storesProperty(
  operations: readonly OperationId[],
  name: string,
  change: (value: Json) => Json,
): Override {
  return stores(operations, (fields) => {
    const value = fields[name];
    return value === undefined ? fields : { ...fields, [name]: change(value) };
  });
}

/** Replies to one operation in another way, to errors too. */
export function replies(
  operation: OperationId,
  change: (reply: ShopReply, request: ShopRequest) => ShopReply,
): Override {
  return ({ transformReply }) => ({
    transformReply: (reply, of, request) => {
      const right = transformReply(reply, of, request);
      return of === operation ? change(right, request) : right;
    },
  });
}

/** Replies to errors with one status in another way, except to one that has no operation. */
export function repliesToErrors(
  status: number,
  change: (reply: ShopReply, request: ShopRequest) => ShopReply,
): Override {
  return ({ respondToProblem }) => ({
    respondToProblem: (problem, operation, request) => {
      const reply = respondToProblem(problem, operation, request);
      return problem.status === status && operation !== undefined ? change(reply, request) : reply;
    },
  });
}

/** Below a name too: `line` stands for `line/sku/form`. */
export function skipsRules(...rules: readonly string[]): Override {
  return () => ({ enforces: (rule) => !rules.some((one) => rule === one || rule.startsWith(`${one}/`)) });
}

export function withoutReplyHeader({ headers, ...reply }: ShopReply, name: string): ShopReply {
  return { ...reply, headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)) };
}

export function withoutProperty(fields: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

/** The objects of an array, changed by their index. */
export function mapItems(value: Json | undefined, change: (item: JsonObject, index: number) => JsonObject): Json {
  if (value === undefined || !isList(value)) return value ?? null;
  return value.map((item, index) => (isObject(item) ? change(item, index) : item));
}
