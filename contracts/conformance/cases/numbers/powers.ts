import type { Json } from '../../../../spec/exact-json.ts';

export const at31 = 2n ** 31n;
export const at53 = 2n ** 53n;
export const at64 = 2n ** 64n;

export function toJson(number: bigint): Json {
  return Number.isSafeInteger(Number(number)) ? Number(number) : number;
}
