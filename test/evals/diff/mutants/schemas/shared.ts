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

export const annotationOnly: ExpectedImpact = ['harmless', 'says nothing of what is valid'];
export const ignoredByServer: ExpectedImpact = ['risky', 'who sends it is still taken, but is heard no more'];
export const neverSent: ExpectedImpact = [
  'risky',
  'who reads it must be ready for its absence, and now it is always absent',
];
export const changedDefault: ExpectedImpact = [
  'risky',
  'who leaves it out, or finds it left out, now means something else',
];
export const convention: ExpectedImpact = [
  'harmless',
  'by convention: an object that is left open may get a further optional property, or nothing could ever grow',
];
