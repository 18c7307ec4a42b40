/** What judging a value passes down: where it is, what it remembers, and who takes the violations. */
import type { Json } from '../json/exact-json.ts';
import type { Direction, Schema } from '../model/schema.ts';
import type { Violation } from './violation.ts';

/** Judges one value by a keyword of one schema. False where judging is over, as enough violations are known. */
export type KeywordValidator<T extends Json = Json> = (value: T, context: ValidationContext) => boolean;

/** One value and the way to it: a path is made of it where something is wrong. */
export interface ValidationContext {
  readonly run: ValidationRun;
  /** What the value is a part of; undefined for the whole. */
  readonly parent: ValidationContext | undefined;
  /** Of the value in what is above. */
  readonly key: string | number;
  /** The outermost schema that judges this same value: it knows which properties are readOnly. */
  readonly scope: Schema;
}

export interface ValidationRun {
  readonly direction: Direction;
  /** All keywords: through here, a keyword judges by the schemas below it. */
  readonly evaluate: (schema: Schema, value: Json, context: ValidationContext) => boolean;
  readonly report: ReportViolation;
  readonly cache: ValidationCache;
}

/** Takes a violation, which is made where somebody reads it; false when no more are wanted. */
export type ReportViolation = (create: () => Violation) => boolean;

/** Whether there is a violation is asked, not what it is. */
export const stopAtFirst: ReportViolation = () => false;

/** Nobody reads more, and a hostile value of millions of wrong items must not cost as many violations. */
const MAX_VIOLATIONS = 100;

export function collectViolations(found: Violation[]): ReportViolation {
  return (create) => found.push(create()) < MAX_VIOLATIONS;
}

/** Made when first needed: most values are judged without. */
export interface ValidationCache {
  /** How often a part was judged for `accepts`. */
  acceptCount: number;
  /** How many parts of the value were judged. */
  partCount: number;
  results?: ResultCache<boolean>;
  /** What `closest` found for the alternatives. */
  closestViolations?: ResultCache<Violation>;
}

/** By value, scope and schema: a recursive schema asks for the same again at each level. */
type ResultCache<T> = Map<Json, Map<Schema, Map<object, T>>>;

export function accepts(schema: Schema, value: Json, context: ValidationContext): boolean {
  const booleanContext = isBooleanOnly(context) ? context : withReport(stopAtFirst, context);
  const { evaluate, cache } = booleanContext.run;
  if (isScalarCheck(schema, value) || ++cache.acceptCount <= UNCACHED_CHECKS)
    return evaluate(schema, value, booleanContext);
  cache.results ??= new Map();
  return cachedResult(cache.results, [value, context.scope, schema], () => evaluate(schema, value, booleanContext));
}

/** The same value by another schema that it has to meet. What is accepted is remembered and not judged again. */
export function evaluateInPlace(schema: Schema, value: Json, context: ValidationContext): boolean {
  return accepts(schema, value, context) || (!isBooleanOnly(context) && context.run.evaluate(schema, value, context));
}

/**
 * A part of the value, such as a property, by one of the schemas that it is judged by. In a web of schemas very many ways lead from
 * the same part to the same schema: where there are that many judgements, each is remembered and made once.
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

/** As many as a large body of plain schemas has. */
const UNCACHED_PARTS = 10_000;

/** Most values are judged by fewer parts, and to remember these takes longer than to judge them again. */
const UNCACHED_CHECKS = 20;

/** The same, with somebody else to take the violations. */
export function withReport(report: ReportViolation, { run, parent, key, scope }: ValidationContext): ValidationContext {
  const { direction, evaluate, cache } = run;
  return { run: { direction, evaluate, report, cache }, parent, key, scope };
}

function isBooleanOnly({ run }: ValidationContext): boolean {
  return run.report === stopAtFirst;
}

/** A scalar is judged at once, unless the schema leads on to others. */
function isScalarCheck(schema: Schema, value: Json): boolean {
  return (typeof value !== 'object' || value === null) && !hasCombinators(schema);
}

/** Whether other schemas judge the same value. */
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

/** For `evaluated.ts`, which asks about the value itself and about its items. */
export function createPartChecker(value: Json, context: ValidationContext): (part: Schema, other: Json) => boolean {
  return (part, other) => accepts(part, other, other === value ? context : { ...context, scope: part });
}

export function childContext(parent: ValidationContext, key: string | number, scope: Schema): ValidationContext {
  return { run: parent.run, parent, key, scope };
}

/** The path to the value. */
export function valuePath(context: ValidationContext): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let current = context; current.parent !== undefined; current = current.parent) path.push(current.key);
  return path.toReversed();
}
