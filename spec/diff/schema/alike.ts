/** Two schemas that say the same in the same words: seen without comparing what they mean, in time that grows with their size. */
import { canonicalText, type Json } from '../../json/exact-json.ts';
import type { Discriminator, PatternProperty, Schema } from '../../model/schema.ts';
import { listKeywords, mapKeywords, singleKeywords } from '../../model/schema-keywords.ts';

type Pair = readonly [Schema | undefined, Schema | undefined];

/**
 * Keyword by keyword, through all that they refer to, circles included. Two that were met as a pair are taken for alike from then
 * on (Hopcroft and Karp's test of two automata), so that no more pairs are looked at than there are schemas.
 */
export function areAlike(before: Schema | undefined, after: Schema | undefined): boolean {
  const classes = new Map<Schema, Schema>();
  const open: Pair[] = [[before, after]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [a, b] = pair;
    if (a === undefined || b === undefined) {
      if (a !== b) return false;
      continue;
    }
    const [first, second] = [headOf(classes, a), headOf(classes, b)];
    if (first === second) continue;
    const parts = haveSameWords(a, b) ? pairsIn(a, b) : undefined;
    if (parts === undefined) return false;
    classes.set(first, second);
    for (const part of parts) open.push(part);
  }
  return true;
}

function headOf(classes: Map<Schema, Schema>, schema: Schema): Schema {
  let head = schema;
  for (let next = classes.get(head); next !== undefined; next = classes.get(head)) {
    const beyond = classes.get(next);
    if (beyond !== undefined) classes.set(head, beyond);
    head = next;
  }
  return head;
}

function haveSameWords(a: Schema, b: Schema): boolean {
  return (
    scalarKeywords.every((keyword) => a[keyword] === b[keyword]) &&
    a.pattern?.source === b.pattern?.source &&
    a.types?.symmetricDifference(b.types ?? new Set()).size === (b.types === undefined ? undefined : 0) &&
    a.required.symmetricDifference(b.required).size === 0 &&
    textOf(a) === textOf(b)
  );
}

const scalarKeywords = [
  'possible',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
  'minItems',
  'maxItems',
  'uniqueItems',
  'readOnly',
  'writeOnly',
  'contentMediaType',
] as const;

/** What is said in values. */
function textOf({ enum: values, const: only, default: usual, dependentRequired, xml }: Schema): string {
  const said: readonly (Json | undefined)[] = [values, only?.value, usual?.value];
  const texts = said.map((value) => (value === undefined ? '' : canonicalText(value)));
  const dependents = [...dependentRequired].map(([name, names]) => [name, ...names]);
  return JSON.stringify([texts, dependents, xml]);
}

/** Undefined where one of the two says something that the other does not. */
function pairsIn(a: Schema, b: Schema): readonly Pair[] | undefined {
  const lists = [
    ...listKeywords.map((keyword) => paired(a[keyword], b[keyword])),
    paired(schemasOf(a.patternProperties), schemasOf(b.patternProperties)),
    ...mapKeywords.map((keyword) => pairedByName(a[keyword], b[keyword])),
    ...discriminated(a.discriminator, b.discriminator),
  ];
  const hasSameNames = namesOf(a.patternProperties) === namesOf(b.patternProperties);
  if (!hasSameNames || lists.includes(undefined)) return undefined;
  return [
    ...singleKeywords.map((keyword): Pair => [a[keyword], b[keyword]]),
    ...lists.flatMap((list) => list ?? []),
  ];
}

function schemasOf(properties: readonly PatternProperty[]): readonly Schema[] {
  return properties.map(({ schema }) => schema);
}

function namesOf(properties: readonly PatternProperty[]): string {
  return JSON.stringify(properties.map(({ pattern }) => pattern.source));
}

function paired(a: readonly Schema[], b: readonly Schema[]): readonly Pair[] | undefined {
  return a.length === b.length ? a.map((schema, index): Pair => [schema, b[index]]) : undefined;
}

type Named = ReadonlyMap<string, Schema>;

function pairedByName(a: Named, b: Named): readonly Pair[] | undefined {
  return a.size === b.size ? [...a].map(([name, schema]): Pair => [schema, b.get(name)]) : undefined;
}

function discriminated(
  a: Discriminator | undefined,
  b: Discriminator | undefined,
): readonly (readonly Pair[] | undefined)[] {
  if (a === undefined || b === undefined) return a === b ? [] : [undefined];
  const [astray, other] = [a, b].map((one) => JSON.stringify([...(one.astray ?? [])]));
  if (a.propertyName !== b.propertyName || astray !== other) return [undefined];
  return [pairedByName(a.values, b.values), pairedByName(a.heirs ?? none, b.heirs ?? none)];
}

const none: Named = new Map();
