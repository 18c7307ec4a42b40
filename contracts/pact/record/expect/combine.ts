/** Shapes joined: what holds when all of them hold, and what holds whichever of them does. */
import { canonicalText, type Json } from '../../../../spec/json/exact-json.ts';
import type { TypeName } from '../../../../spec/model/schema.ts';
import { anything, type Shape } from './shape.ts';

export function allOf(a: Shape, b: Shape): Shape {
  return {
    types: commonTypes(a.types, b.types),
    values: commonValues(a.values, b.values),
    texts: [...new Set([...a.texts, ...b.texts])],
    isNarrow: a.isNarrow || b.isNarrow,
    required: joined(a, b),
    entries: both(a.entries, b.entries, allOf),
    entrySample: a.entrySample ?? b.entrySample,
    items: both(a.items, b.items, allOf),
    minItems: Math.max(a.minItems, b.minItems),
  };
}

/** Of no alternative at all nothing is known. */
export function anyOf(shapes: readonly Shape[]): Shape {
  const [first, ...rest] = shapes;
  return first === undefined ? anything : rest.reduce(either, first);
}

function either(a: Shape, b: Shape): Shape {
  const shared = [...a.required].flatMap(([name, part]): [string, () => Shape][] => {
    const other = b.required.get(name);
    return other === undefined ? [] : [[name, joinedOnce(part, other, either)]];
  });
  return {
    types: a.types === undefined || b.types === undefined ? undefined : a.types.union(b.types),
    values: a.values === undefined || b.values === undefined ? undefined : united(a.values, b.values),
    texts: sharedTexts(a, b),
    isNarrow: ofThoseWith(numeric, [a, b]).every(({ isNarrow }) => isNarrow),
    required: new Map(ofObjects(a, b) ?? shared),
    entries: both(a.entries, b.entries, either, 'needed'),
    entrySample: a.entrySample ?? b.entrySample,
    items: both(a.items, b.items, either, 'needed'),
    minItems: Math.min(...ofThoseWith(['array'], [a, b]).map(({ minItems }) => minItems), Infinity),
  };
}

const numeric: readonly TypeName[] = ['integer', 'number'];

/** The one that is about objects, beside one that never is. */
function ofObjects(a: Shape, b: Shape): Shape['required'] | undefined {
  const [only, second] = ofThoseWith(['object'], [a, b]);
  return second === undefined ? only?.required : undefined;
}

/** What a value of another type is told by does not count. */
function ofThoseWith(types: readonly TypeName[], shapes: readonly Shape[]): readonly Shape[] {
  return shapes.filter((shape) => shape.types === undefined || types.some((type) => shape.types?.has(type)));
}

function sharedTexts(a: Shape, b: Shape): readonly string[] {
  const [first, second] = ofThoseWith(['string'], [a, b]);
  if (first === undefined) return [];
  return second === undefined ? first.texts : first.texts.filter((text) => second.texts.includes(text));
}

function joined(a: Shape, b: Shape): Shape['required'] {
  const all = new Map(a.required);
  for (const [name, part] of b.required) {
    const other = all.get(name);
    all.set(name, other === undefined ? part : joinedOnce(other, part, allOf));
  }
  return all;
}

type Lazy = (() => Shape) | undefined;

function both(a: Lazy, b: Lazy, join: (a: Shape, b: Shape) => Shape, which: 'any' | 'needed' = 'any'): Lazy {
  if (a !== undefined && b !== undefined) return joinedOnce(a, b, join);
  return which === 'any' ? (a ?? b) : undefined;
}

/** When it is asked for, and once: each half may be joined of two, at every level. */
function joinedOnce(a: () => Shape, b: () => Shape, join: (a: Shape, b: Shape) => Shape): () => Shape {
  if (a === b) return a;
  let made: Shape | undefined;
  return () => {
    made ??= join(a(), b());
    return made;
  };
}

function commonTypes(a: Shape['types'], b: Shape['types']): Shape['types'] {
  if (a === undefined || b === undefined) return a ?? b;
  const isInteger = (a.has('integer') && b.has('number')) || (a.has('number') && b.has('integer'));
  return isInteger ? a.intersection(b).union(new Set<TypeName>(['integer'])) : a.intersection(b);
}

function commonValues(a: Shape['values'], b: Shape['values']): Shape['values'] {
  if (a === undefined || b === undefined) return a ?? b;
  const others = new Set(b.map(canonicalText));
  return a.filter((value) => others.has(canonicalText(value)));
}

function united(a: readonly Json[], b: readonly Json[]): readonly Json[] {
  return [...new Map([...a, ...b].map((value) => [canonicalText(value), value])).values()];
}
