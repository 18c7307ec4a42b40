/** The licences of the packages that a user gets, as declared. */
import { locked, packageName } from '../lockfile.ts';

/** All permissive: they allow use in any product, with a notice. */
export const permissive: readonly string[] = [
  'MIT',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'PSF-2.0',
];

/** Of packages that declare it only in their LICENSE file, or in an old field of package.json; looked up by hand. */
const lookedUp: Readonly<Record<string, string>> = {
  'compute-gcd': 'MIT',
  'compute-lcm': 'MIT',
  'validate.io-function': 'MIT',
  'validate.io-integer': 'MIT',
  'validate.io-integer-array': 'MIT',
  'validate.io-number': 'MIT',
};

/** SPDX; `unknown` if it is not declared. Binaries of a platform have the licence of the package that depends on them. */
export function licenceOf(place: string): string {
  const name = packageName(place);
  if (name.startsWith('@pact-foundation/pact-cli-')) return licenceOf('node_modules/@pact-foundation/pact-cli');
  return locked[place]?.license ?? lookedUp[name] ?? 'unknown';
}
