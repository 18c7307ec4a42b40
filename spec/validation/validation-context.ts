/** The context of a validation: the current path, caches, and the consumer of violations. */
import type { Json } from '../json/exact-json.ts';
import type { Direction, Schema } from '../model/schema.ts';
import type { Violation } from './violation.ts';

/** Validates one value by a keyword of one schema. Returns false to stop, when enough violations are known. */
export type KeywordValidator<T extends Json = Json> = (value: T, context: ValidationContext) => boolean;

/** A value with its parents, from which a path is built only for violations. */
export interface ValidationContext {
  readonly run: ValidationRun;
  /** The containing value; undefined at the root. */
  readonly parent: ValidationContext | undefined;
  /** The key or index of the value in its parent. */
  readonly key: string | number;
  /** The outermost schema that applies to this value; it determines which properties are readOnly. */
  readonly scope: Schema;
}

export interface ValidationRun {
  readonly direction: Direction;
  /** Evaluates all keywords of a schema; keywords use it for their subschemas. */
  readonly evaluate: (schema: Schema, value: Json, context: ValidationContext) => boolean;
  readonly report: ReportViolation;
  readonly cache: ValidationCache;
}

/** Receives a violation, created on demand; returns false to stop. */
export type ReportViolation = (create: () => Violation) => boolean;

/** For callers that only need to know whether there is a violation. */
export const stopAtFirst: ReportViolation = () => false;

/**
 * Reports never show more, and a hostile value with millions of invalid items must not create millions of violations.
 */
const MAX_VIOLATIONS = 100;

export function collectViolations(found: Violation[]): ReportViolation {
  return (create) => found.push(create()) < MAX_VIOLATIONS;
}

/** Created on first use: most values do not need it. */
export interface ValidationCache {
  /** The number of `accepts` checks of parts. */
  acceptCount: number;
  /** The number of evaluated parts of the value. */
  partCount: number;
  results?: ResultCache<boolean>;
  /** Results of `closestViolation` for the alternatives. */
  closestViolations?: ResultCache<Violation>;
}

/** Keyed by value, scope and schema: a recursive schema repeats the same check at each level. */
type ResultCache<T> = Map<Json, Map<Schema, Map<object, T>>>;

export function accepts(schema: Schema, value: Json, context: ValidationContext): boolean {
  const booleanContext = isBooleanOnly(context) ? context : withReport(stopAtFirst, context);
  const { evaluate, cache } = booleanContext.run;
  if (isScalarCheck(schema, value) || ++cache.acceptCount <= UNCACHED_CHECKS)
    return evaluate(schema, value, booleanContext);
  cache.results ??= new Map();
  return cachedResult(cache.results, [value, context.scope, schema], () => evaluate(schema, value, booleanContext));
}

/** Applies another required schema to the same value. Accepted results are cached and not evaluated again. */
export function evaluateInPlace(schema: Schema, value: Json, context: ValidationContext): boolean {
  return accepts(schema, value, context) || (!isBooleanOnly(context) && context.run.evaluate(schema, value, context));
}

/**
 * Applies a schema to a part of the value, such as a property. In a dense graph of schemas very many paths lead from
 * one part to the same schema: after that many evaluations, each result is cached.
 */
export function evaluatePart(schema: Schema, value: Json, context: ValidationContext): boolean {
  const { evaluate, cache } = context.run;
  if (typeof value !== 'object' || value === null || ++cache.partCount <= UNCACHED_PARTS)
    return evaluate(schema, value, context);
  const isBoolean = isBooleanOnly(context);
  const booleanContext = isBoolean ? context : withReport(stopAtFirst, context);
  cache.results ??= new Map();
  const isValid = cachedResult(cache.results, [value, context.scope, schema], () =>
    evaluate(schema, value, booleanContext),
  );
  return isValid || (!isBoolean && evaluate(schema, value, context));
}

/** As many parts as a large body with plain schemas has. */
const UNCACHED_PARTS = 10_000;

/** Most values need fewer checks, and caching these is slower than repeating them. */
const UNCACHED_CHECKS = 20;

/** Returns the context with another consumer of violations. */
export function withReport(report: ReportViolation, { run, parent, key, scope }: ValidationContext): ValidationContext {
  const { direction, evaluate, cache } = run;
  return { run: { direction, evaluate, report, cache }, parent, key, scope };
}

function isBooleanOnly({ run }: ValidationContext): boolean {
  return run.report === stopAtFirst;
}

/** A scalar is cheap to validate, unless the schema has combinators. */
function isScalarCheck(schema: Schema, value: Json): boolean {
  return (typeof value !== 'object' || value === null) && !hasCombinators(schema);
}

/** Whether other schemas apply to the same value. */
function hasCombinators({ allOf, anyOf, oneOf, not, if: condition }: Schema): boolean {
  const count = allOf.length + anyOf.length + oneOf.length;
  return count > 0 || not !== undefined || condition !== undefined;
}

export function cachedResult<T>(
  cache: ResultCache<T>,
  [value, scope, cacheKey]: [Json, Schema, object],
  create: () => T,
): T {
  const byScope = cache.get(value) ?? new Map<Schema, Map<object, T>>();
  if (byScope.size === 0) cache.set(value, byScope);
  const bySchema = byScope.get(scope) ?? new Map<object, T>();
  if (bySchema.size === 0) byScope.set(scope, bySchema);
  const cached = bySchema.get(cacheKey);
  if (cached !== undefined) return cached;
  const found = create();
  bySchema.set(cacheKey, found);
  return found;
}

/** For unevaluated.ts, which checks the value itself and its items. */
export function createPartChecker(value: Json, context: ValidationContext): (part: Schema, other: Json) => boolean {
  return (part, other) => accepts(part, other, other === value ? context : { ...context, scope: part });
}

export function childContext(parent: ValidationContext, key: string | number, scope: Schema): ValidationContext {
  return { run: parent.run, parent, key, scope };
}

/** Returns the path to the value. */
export function valuePath(context: ValidationContext): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let current = context; current.parent !== undefined; current = current.parent) path.push(current.key);
  return path.toReversed();
}
