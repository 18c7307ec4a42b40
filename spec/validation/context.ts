/** What judging a value passes down: where it is, what it remembers, and who takes the violations. */
import type { Json } from '../json/exact-json.ts';
import type { Direction, Schema } from '../model/schema.ts';
import type { Violation } from './violation.ts';

/** Judges one value by a keyword of one schema. False where judging is over, as enough violations are known. */
export type Judge<T extends Json = Json> = (value: T, context: Context) => boolean;

/** One value and the way to it: a path is made of it where something is wrong. */
export interface Context {
  readonly run: Run;
  /** What the value is a part of; undefined for the whole. */
  readonly above: Context | undefined;
  /** Of the value in what is above. */
  readonly key: string | number;
  /** The outermost schema that judges this same value: it knows which properties are readOnly. */
  readonly scope: Schema;
}

export interface Run {
  readonly direction: Direction;
  /** All keywords: through here, a keyword judges by the schemas below it. */
  readonly judge: (schema: Schema, value: Json, context: Context) => boolean;
  readonly report: Report;
  readonly memory: Memory;
}

/** Takes a violation, which is made where somebody reads it; false when no more are wanted. */
export type Report = (make: () => Violation) => boolean;

/** Whether there is a violation is asked, not what it is. */
export const atFirst: Report = () => false;

/** Nobody reads more, and a hostile value of millions of wrong items must not cost as many violations. */
const MOST_VIOLATIONS = 100;

export function collecting(found: Violation[]): Report {
  return (make) => found.push(make()) < MOST_VIOLATIONS;
}

/** Made when first needed: most values are judged without. */
export interface Memory {
  /** How often a part was judged for `accepts`. */
  asked: number;
  /** How many parts of the value were judged. */
  parts: number;
  verdicts?: Known<boolean>;
  /** What `closest` found for the alternatives. */
  closest?: Known<Violation>;
}

/** By value, scope and schema: a recursive schema asks for the same again at each level. */
type Known<T> = Map<Json, Map<Schema, Map<object, T>>>;

export function accepts(schema: Schema, value: Json, context: Context): boolean {
  const asking = isBrief(context) ? context : reportingTo(atFirst, context);
  const { judge, memory } = asking.run;
  if (isCheap(schema, value) || ++memory.asked <= UNREMEMBERED) return judge(schema, value, asking);
  memory.verdicts ??= new Map();
  return recall(memory.verdicts, [value, context.scope, schema], () => judge(schema, value, asking));
}

/** The same value by another schema that it has to meet. What is accepted is remembered and not judged again. */
export function judgeAlso(schema: Schema, value: Json, context: Context): boolean {
  return accepts(schema, value, context) || (!isBrief(context) && context.run.judge(schema, value, context));
}

/**
 * A part of the value, such as a property, by one of the schemas that it is judged by. In a web of schemas very many ways lead from
 * the same part to the same schema: where there are that many judgements, each is remembered and made once.
 */
export function judgePart(schema: Schema, value: Json, context: Context): boolean {
  const { judge, memory } = context.run;
  if (typeof value !== 'object' || value === null || ++memory.parts <= UNREMEMBERED_PARTS)
    return judge(schema, value, context);
  const brief = isBrief(context);
  const asking = brief ? context : reportingTo(atFirst, context);
  memory.verdicts ??= new Map();
  const isRight = recall(memory.verdicts, [value, context.scope, schema], () => judge(schema, value, asking));
  return isRight || (!brief && judge(schema, value, context));
}

/** As many as a large body of plain schemas has. */
const UNREMEMBERED_PARTS = 10_000;

/** Most values are judged by fewer parts, and to remember these takes longer than to judge them again. */
const UNREMEMBERED = 20;

/** The same, with somebody else to take the violations. */
export function reportingTo(report: Report, { run, above, key, scope }: Context): Context {
  const { direction, judge, memory } = run;
  return { run: { direction, judge, report, memory }, above, key, scope };
}

function isBrief({ run }: Context): boolean {
  return run.report === atFirst;
}

/** A scalar is judged at once, unless the schema leads on to others. */
function isCheap(schema: Schema, value: Json): boolean {
  return (typeof value !== 'object' || value === null) && !isCombined(schema);
}

/** Whether other schemas judge the same value. */
function isCombined({ allOf, anyOf, oneOf, not, if: condition }: Schema): boolean {
  const count = allOf.length + anyOf.length + oneOf.length;
  return count > 0 || not !== undefined || condition !== undefined;
}

export function recall<T>(memory: Known<T>, [value, scope, by]: [Json, Schema, object], make: () => T): T {
  const byScope = memory.get(value) ?? new Map<Schema, Map<object, T>>();
  if (byScope.size === 0) memory.set(value, byScope);
  const known = byScope.get(scope) ?? new Map<object, T>();
  if (known.size === 0) byScope.set(scope, known);
  const before = known.get(by);
  if (before !== undefined) return before;
  const found = make();
  known.set(by, found);
  return found;
}

/** For `evaluated.ts`, which asks about the value itself and about its items. */
export function acceptsPart(value: Json, context: Context): (part: Schema, other: Json) => boolean {
  return (part, other) => accepts(part, other, other === value ? context : { ...context, scope: part });
}

export function below(above: Context, key: string | number, scope: Schema): Context {
  return { run: above.run, above, key, scope };
}

/** The path to the value. */
export function pathOf(context: Context): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = context; at.above !== undefined; at = at.above) path.push(at.key);
  return path.toReversed();
}
