/** Steps of numbers (`multipleOf`), exact for decimals: 0.1 is one tenth, not the double beside it. */
import { numberFromBigInt } from '../../json/exact-json.ts';

/** `digits` times ten to the power of `exponent`. */
export interface Step {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Of `type: integer`. */
export const wholeStep: Step = { digits: 1n, exponent: 0 };

export function stepOf(value: number | bigint): Step {
  if (typeof value === 'bigint') return { digits: value, exponent: 0 };
  const [coefficient = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = coefficient.split('.');
  return { digits: BigInt(`${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}

/** What is a multiple of both. */
export function commonStep(a: Step | undefined, b: Step | undefined): Step | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const exponent = Math.min(a.exponent, b.exponent);
  const [x, y] = [scaled(a, exponent), scaled(b, exponent)];
  return { digits: (x * y) / greatestCommonDivisor(x, y), exponent };
}

/** Whether every multiple of `a` is one of `b`. */
export function isWithin(a: Step | undefined, b: Step | undefined): boolean {
  if (b === undefined) return true;
  if (a === undefined) return false;
  const exponent = Math.min(a.exponent, b.exponent);
  return scaled(a, exponent) % scaled(b, exponent) === 0n;
}

/** The step as an integer; undefined where it has a fraction. */
export function integerStep(step: Step | undefined): bigint | undefined {
  if (step === undefined) return undefined;
  if (step.exponent >= 0) return scaled(step, 0);
  const unit = 10n ** BigInt(-step.exponent);
  return step.digits % unit === 0n ? step.digits / unit : undefined;
}

export function describeStep(step: Step | undefined): string {
  if (step === undefined) return 'any number';
  return `a multiple of ${integerStep(step) ?? Number(`${step.digits}e${step.exponent}`)}`;
}

export function scaled({ digits, exponent }: Step, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

/** As JSON has it: beyond 2^53 an integer stays exact. */
export function numberOf(step: Step): number | bigint {
  const whole = step.digits % 10n ** BigInt(Math.max(0, -step.exponent)) === 0n;
  if (!whole) return Number(`${step.digits}e${step.exponent}`);
  return numberFromBigInt(step.exponent < 0 ? step.digits / 10n ** BigInt(-step.exponent) : scaled(step, 0));
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
