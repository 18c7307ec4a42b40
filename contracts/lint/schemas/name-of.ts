import type { Schema } from '../../../spec/model/schema.ts';

/** A schema under the name that a reader knows it by. */
export interface Named {
  readonly schema: Schema;
  readonly name: string;
}

/** What stands in a component is called by it, whatever way leads there. */
export function nameOf({ place }: Schema, otherwise: string): string {
  const [, component, rest] =
    /\/(?:schemas|definitions|\$defs)\/([^/]+)((?:\/.*)?)$/.exec(place.pointer) ?? [];
  if (component === undefined || rest === undefined) return otherwise;
  const steps = rest.matchAll(/\/properties\/([^/]+)|\/(?:items|prefixItems|additionalProperties)(?=\/|$)/g);
  const names = [...steps].map(([, property]) => (property === undefined ? '[]' : `.${property}`));
  return [component, ...names].join('').replaceAll('~1', '/').replaceAll('~0', '~');
}
