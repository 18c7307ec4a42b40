/** The verifier holds numbers of examples as doubles or 64 bits. */
import {
  isInteger,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
} from '../../../../spec/json/exact-json.ts';

/** Whether the verifier reads every number of a body as it is written. */
export function isReadExactly(value: Json): boolean {
  if (isJsonArray(value)) return value.every(isReadExactly);
  if (isJsonObject(value)) return Object.values(value).every(isReadExactly);
  return !isNumeric(value) || !isInteger(value) || typeof value === 'number' || isInteger64(value);
}

/** A number that it reads as it is written, where it could not read this one. */
export function plain(sample: Json): Json {
  return typeof sample === 'bigint' && !isInteger64(sample) ? 1 : sample;
}

function isInteger64(value: bigint): boolean {
  return value >= -(2n ** 63n) && value < 2n ** 64n;
}
