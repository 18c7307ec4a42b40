/** Whether the contract itself gives a value: such values are never replaced. */
import { canonicalJson, type Json } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';

/** `view` must be flat. */
export function isDeclaredValue(value: Json, view: Schema): boolean {
  const { examples, default: fallback, enum: values = [], const: fixed } = view;
  const declared = [...examples, ...values, ...(fallback === undefined ? [] : [fallback.value])];
  if (fixed !== undefined) declared.push(fixed.value);
  if (declared.length === 0) return false;
  const text = canonicalJson(value);
  return declared.some((one) => canonicalJson(one) === text);
}

/** Whether only the listed values are allowed. */
export function isChosenFromList({ enum: values, const: fixed }: Schema): boolean {
  return values !== undefined || fixed !== undefined;
}
