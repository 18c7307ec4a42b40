/** Compares the two bounds of a range: numbers, dates and times. */
import { compareNumbers, isNumeric, type Json } from '../json/exact-json.ts';
import type { Schema } from '../model/schema.ts';
import { flattenSchema } from '../sampling/flatten-schema.ts';

/** Negative where the first one is lower. Undefined where they have no order: texts other than dates and times. */
export function compareBounds(low: Json, high: Json, schemas: readonly Schema[]): number | undefined {
  if (isNumeric(low) && isNumeric(high)) return compareNumbers(low, high);
  if (typeof low !== 'string' || typeof high !== 'string' || !schemas.every(isTemporal)) return undefined;
  const [lowTime, highTime] = [timeOf(low), timeOf(high)];
  return lowTime === undefined || highTime === undefined ? undefined : lowTime - highTime;
}

function isTemporal(schema: Schema): boolean {
  return /^(?:date|date-time|time)$/.test(flattenSchema(schema).format ?? '');
}

/** In milliseconds. */
export function timeOf(text: string): number | undefined {
  const time = Date.parse(/^\d\d:/.test(text) ? `2000-01-01T${text}` : text);
  return Number.isNaN(time) ? undefined : time;
}

/** The number or day after or before this one; undefined where that is not known. */
export function nextBound(value: Json, direction: 1 | -1): Json | undefined {
  if (typeof value === 'bigint') return value + BigInt(direction);
  if (typeof value === 'number') return value + direction;
  const time = typeof value === 'string' && !/^\d\d:/.test(value) ? timeOf(value) : undefined;
  if (time === undefined || typeof value !== 'string') return undefined;
  const next = new Date(time + direction * DAY_MS).toISOString();
  return value.includes(':') ? next.replace('.000Z', 'Z') : next.slice(0, 10);
}

const DAY_MS = 86_400_000;
