/** `--limit NAME=VALUE`, with units: `body=10mb`, `header-time=10s`. */
import { KitError } from '../../../errors.ts';
import type { Limits } from '../../../mock/serve/settings.ts';

interface LimitSpec {
  readonly field: keyof Limits;
  readonly units: Readonly<Record<string, number>>;
  readonly min: number;
  readonly max: number;
  /** How messages describe the range. */
  readonly allowed: string;
}

const bytes = { '': 1, b: 1, kb: 1_000, kib: 1_024, mb: 1_000_000, mib: 1_048_576, gb: 1_000_000_000 };
const time = { '': 1, ms: 1, s: 1_000, m: 60_000, min: 60_000 };

const limits: Readonly<Record<string, LimitSpec>> = {
  body: { field: 'bodyBytes', units: bytes, min: 1, max: 1_000_000_000, allowed: '1b to 1gb' },
  headers: { field: 'headerBytes', units: bytes, min: 1_000, max: 1_000_000, allowed: '1kb to 1mb' },
  'header-time': { field: 'headersTimeout', units: time, min: 100, max: 3_600_000, allowed: '100ms to 60m' },
  'request-time': { field: 'requestTimeout', units: time, min: 100, max: 3_600_000, allowed: '100ms to 60m' },
  connections: { field: 'connections', units: { '': 1 }, min: 1, max: 65_535, allowed: '1 to 65535' },
};

/** Of a limit given twice the last one counts. */
export function readLimits(given: readonly string[]): Partial<Limits> {
  return Object.fromEntries(given.map(readLimit));
}

function readLimit(given: string): [keyof Limits, number] {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(given) ?? [];
  const spec = Object.hasOwn(limits, name) ? limits[name] : undefined;
  if (spec === undefined)
    throw invalid(given, `NAME=VALUE, where NAME is one of ${Object.keys(limits).join(', ')}`);
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?) *([a-z]*)$/i.exec(value) ?? [];
  const factor = Object.hasOwn(spec.units, unit.toLowerCase()) ? spec.units[unit.toLowerCase()] : undefined;
  const amount = Math.round(Number(digits ?? Number.NaN) * (factor ?? Number.NaN));
  if (amount >= spec.min && amount <= spec.max) return [spec.field, amount];
  const units = Object.keys(spec.units).filter((one) => one !== '');
  throw invalid(given, `${spec.allowed}${units.length === 0 ? '' : ` (units ${units.join(', ')})`}`);
}

function invalid(given: string, expected: string): KitError {
  return new KitError('option-invalid', `--limit ${JSON.stringify(given)}: expected ${expected}`);
}
