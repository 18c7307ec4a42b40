/** Refuses options that do not exist: from JavaScript nothing else tells of a misspelt name. */
import { KitError } from '../errors.ts';
import { closest } from './closest.ts';

/** Throws `option-invalid` for a name that is none of the known ones. */
export function refuseUnknown(given: object, known: readonly string[]): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const meant = closest(name, known);
    const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
    throw new KitError('option-invalid', `option ${name}: expected one of ${known.join(', ')}${hint}`);
  }
}
