/** How long the tokens that the mock issues are valid. */
import { KitError } from '../../errors.ts';

export const DEFAULT_TOKEN_LIFETIME_MS = 3_600_000;

/** Refresh tokens outlive the tokens that they renew, so that a test can wait for those to expire. */
export const REFRESH_LIFETIME_MS = 30 * 86_400_000;

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const MAX_LIFETIME_MS = 365 * 86_400_000;

/** Milliseconds, from a number of them or a text such as `5s`, `10m` or `1h`. Throws `option-invalid`. */
export function requireTokenLifetime(given: number | string, source = 'tokenLifetime'): number {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([a-z]+)$/.exec(String(given)) ?? [];
  const factor = Object.hasOwn(unitMs, unit) ? unitMs[unit] : undefined;
  const lifetime = typeof given === 'number' ? given : Math.round(Number(digits) * (factor ?? Number.NaN));
  if (lifetime >= 1 && lifetime <= MAX_LIFETIME_MS) return lifetime;
  throw new KitError(
    'option-invalid',
    `${source} ${JSON.stringify(given)}: expected a duration such as 5s, 10m or 1h, at most 365d`,
  );
}
