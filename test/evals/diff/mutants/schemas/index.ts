import type { SchemaTable } from '../schema-mutant.ts';
import { arrays } from './arrays.ts';
import { choices } from './choices.ts';
import { equivalentKeywords } from './equivalent-keywords.ts';
import { moreEquivalentKeywords } from './more-equivalent-keywords.ts';
import { numbers } from './numbers.ts';
import { objects } from './objects.ts';
import { openApi31Keywords } from './openapi-31-keywords.ts';
import { strings } from './strings.ts';
import { types } from './types.ts';

export const schemaTables: readonly SchemaTable[] = [
  strings,
  choices,
  numbers,
  types,
  objects,
  arrays,
  openApi31Keywords,
  equivalentKeywords,
  moreEquivalentKeywords,
];
