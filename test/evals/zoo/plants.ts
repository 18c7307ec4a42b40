import { readFileSync } from 'node:fs';
import { defaultToken, plantVariantGroups, startVariant } from './index.ts';
import { createZoo, type Zoo } from './zoo.ts';

const foundBy: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('../../conformance/found-by.json', import.meta.url), 'utf8'),
);

export const plants: Zoo = createZoo({
  name: 'plants',
  title: 'plants: one operation, a bearer token',
  contract: new URL('../../../spec/plant-store.yaml', import.meta.url),
  credentials: { token: defaultToken, byScheme: new Map() },
  variantGroups: plantVariantGroups,
  foundBy,
  start: startVariant,
});
