import type { SchemaTable } from '../schema-mutant.ts';
import { arrays } from './arrays.ts';
import { choices } from './choices.ts';
import { modernKeywords } from './modern.ts';
import { moreWordings } from './more-wordings.ts';
import { numbers } from './numbers.ts';
import { objects } from './objects.ts';
import { texts } from './texts.ts';
import { types } from './types.ts';
import { wordings } from './wordings.ts';

export const schemaTables: readonly SchemaTable[] = [
  texts,
  choices,
  numbers,
  types,
  objects,
  arrays,
  modernKeywords,
  wordings,
  moreWordings,
];
