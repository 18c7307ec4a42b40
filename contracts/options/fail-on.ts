/** `--fail-on`: which findings make a run fail. */
import { KitError } from '../../errors.ts';

/**
 * `error`: the default. `warning`: also warnings, like `--strict`. `security`: errors of the checks of security. `new`:
 * errors that the waivers do not hold, also where a waiver has expired.
 */
export const failOnValues = ['error', 'warning', 'security', 'new'] as const;

export type FailOn = (typeof failOnValues)[number];

/** Throws `option-invalid`; `option` is its name as the user wrote it. */
export function parseFailOn(given: string, option: string): FailOn {
  const value = failOnValues.find((one) => one === given);
  if (value !== undefined) return value;
  throw new KitError('option-invalid', `${option} ${given}: expected one of ${failOnValues.join(', ')}`);
}

/** `--fail-on` of `diff`: the least important changes that fail it. `info`: any change. */
export const diffFailOnValues = ['error', 'warning', 'info'] as const;

export type DiffFailOn = (typeof diffFailOnValues)[number];

/** Throws `option-invalid`. */
export function parseDiffFailOn(given: string): DiffFailOn {
  const value = diffFailOnValues.find((one) => one === given);
  if (value !== undefined) return value;
  throw new KitError('option-invalid', `--fail-on ${given}: expected one of ${diffFailOnValues.join(', ')}`);
}

/** Without waivers, every finding is new. Throws `option-invalid`. */
export function rejectNewWithoutWaivers(failOn: FailOn | undefined, hasWaivers: boolean, prefix = '--'): void {
  if (failOn !== 'new' || hasWaivers) return;
  const [failOnOption, waivers] = prefix === '' ? ['failOn: new', 'waivers'] : ['--fail-on new', '--waivers FILE'];
  throw new KitError('option-invalid', `${failOnOption} has no effect without ${waivers}`, {
    fix: `Write the findings of now with --write-baseline FILE, then give that file with ${waivers}.`,
  });
}
