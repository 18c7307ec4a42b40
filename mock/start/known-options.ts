/** Refuses options that do not exist. */
import { KitError } from '../../errors.ts';
import { closest } from '../scenario/closest.ts';
import type { MockOptions } from './options.ts';

/** From JavaScript nothing else tells of a misspelt name, and the store would serve something else than was meant. */
export function refuseUnknown(given: MockOptions): void {
  const known = Object.keys(names);
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(names, name)) continue;
    const meant = closest(name, known);
    const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
    throw new KitError('option-invalid', `option ${name}: expected one of ${known.join(', ')}${hint}`);
  }
}

const names: Readonly<Record<keyof MockOptions, true>> = {
  spec: true,
  port: true,
  host: true,
  token: true,
  auth: true,
  delay: true,
  seed: true,
  dynamic: true,
  stateless: true,
  records: true,
  scenario: true,
  store: true,
  tls: true,
  limits: true,
  log: true,
  logFormat: true,
  controlToken: true,
};
