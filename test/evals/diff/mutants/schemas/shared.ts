/** What the rows of the schema tables have in common. */
import type { Json } from '../../../../../spec/json/exact-json.ts';
import type { ExpectedImpact } from '../schema-mutant.ts';

export const openApi30Contract = 'test/fixtures/diff/things.yaml';
export const openApi31Contract = 'test/fixtures/diff/modern.yaml';

export const string = { type: 'string' };
export const integer = { type: 'integer' };

/** An object that needs this one property. */
export function objectRequiring(name: string, schema: Json = integer) {
  return { type: 'object', required: [name], properties: { [name]: schema } };
}

export const annotationOnly: ExpectedImpact = ['harmless', 'does not change which values are valid'];
export const ignoredByServer: ExpectedImpact = ['risky', 'requests with it are still accepted, but it is ignored'];
export const neverSent: ExpectedImpact = ['risky', 'clients must support its absence, and now it is always absent'];
export const changedDefault: ExpectedImpact = ['risky', 'an omitted value now has a different meaning'];
export const convention: ExpectedImpact = [
  'harmless',
  'by convention: an open object may get an additional optional property, otherwise objects could not be extended',
];
