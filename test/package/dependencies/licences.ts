/** The licences of what a user gets, as the packages say them. */
import { installed, packageName } from '../lockfile.ts';

/** All permissive: what is under one of these may be used in a product of any kind, with its notice. */
export const permissive: readonly string[] = [
  'MIT',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'PSF-2.0',
];

/** Of packages that have it in their LICENSE file alone, or in an old field of package.json; looked up by hand. */
const lookedUp: Readonly<Record<string, string>> = {
  'compute-gcd': 'MIT',
  'compute-lcm': 'MIT',
  'validate.io-function': 'MIT',
  'validate.io-integer': 'MIT',
  'validate.io-integer-array': 'MIT',
  'validate.io-number': 'MIT',
};

/** SPDX; `unknown` where nobody says. The binaries of a platform are under the licence of the package that brings them. */
export function licenceOf(place: string): string {
  const name = packageName(place);
  if (name.startsWith('@pact-foundation/pact-cli-')) return licenceOf('node_modules/@pact-foundation/pact-cli');
  return installed[place]?.license ?? lookedUp[name] ?? 'unknown';
}
