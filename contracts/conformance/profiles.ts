/** `--profile`: how many cases a run sends. */
import { KitError } from '../../errors.ts';
import { DEFAULT_MAX_SECONDS } from '../options/number-limits.ts';
import { type ProfileName, profileNames } from '../report/profile.ts';
import { defaultRandomOptions } from './cases/test-category.ts';
import { validBodies } from './cases/valid-bodies.ts';
import type { Selection } from './selection.ts';

export interface Profile {
  readonly name: ProfileName;
  /** Test categories; all when empty. */
  readonly categories: readonly string[];
  /** The number of random bodies for each operation, on which the number of random sequences depends. */
  readonly caseCount: number;
  /** Maximum number of cases of each operation; no limit when undefined. */
  readonly casesPerOperation?: number;
  /** The time limit of the run, unless another one is given. */
  readonly maxSeconds: number;
}

const DEEP_FACTOR = 10;

const profiles: readonly Profile[] = [
  {
    name: 'smoke',
    categories: [validBodies.name],
    caseCount: 0,
    casesPerOperation: 1,
    maxSeconds: DEFAULT_MAX_SECONDS,
  },
  { name: 'standard', categories: [], caseCount: defaultRandomOptions.caseCount, maxSeconds: DEFAULT_MAX_SECONDS },
  {
    name: 'deep',
    categories: [],
    caseCount: defaultRandomOptions.caseCount * DEEP_FACTOR,
    maxSeconds: DEFAULT_MAX_SECONDS * DEEP_FACTOR,
  },
];

/** Throws `option-invalid`; `option` is its name as the user wrote it. */
export function parseProfile(given = 'standard', option = '--profile'): Profile {
  const profile = profiles.find(({ name }) => name === given);
  if (profile !== undefined) return profile;
  throw new KitError('option-invalid', `${option} ${given}: expected one of ${profileNames.join(', ')}`);
}

/** The test categories of a selection; those of the profile where it names none. Throws `option-invalid`. */
export function selectProfileCategories(
  { name, categories }: Profile,
  selection: Pick<Selection, 'categories'>,
  prefix = '--',
): readonly string[] {
  if (selection.categories.length === 0) return categories;
  if (categories.length === 0) return selection.categories;
  throw new KitError(
    'option-invalid',
    `${prefix}only ${selection.categories.join(', ')} has no effect with ${prefix}profile ${name}, which selects the test categories itself`,
    { fix: `Leave out one of the options.` },
  );
}
