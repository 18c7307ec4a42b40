/** Refuses options that do not exist or cannot be: from JavaScript nothing else tells of them. */
import { KitError } from '../../errors.ts';
import { closest } from './closest.ts';
import { isObject, type Kinds, nameOf } from './option-kinds.ts';

/**
 * Throws `option-invalid` for what is no object, a name that is none of the known ones, and a value of another kind;
 * undefined is the same as not given.
 */
export function checkOptions(given: unknown, kinds: Kinds): void {
  if (!isObject(given)) throw invalid(`options: expected an object, got ${nameOf(given)}`);
  refuseUnknown(given, Object.keys(kinds));
  for (const [name, { expected, misfit, isNeeded = false }] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined && !isNeeded) continue;
    const got = misfit(value);
    if (got !== undefined) throw invalid(`option ${name}: expected ${expected}, got ${got}`);
  }
}

function refuseUnknown(given: object, known: readonly string[]): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const meant = closest(name, known);
    const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
    throw invalid(`option ${name}: expected one of ${known.join(', ')}${hint}`);
  }
}

function invalid(detail: string): KitError {
  return new KitError('option-invalid', detail, { fix: 'Give options of the names and kinds named above.' });
}
