import { readFileSync } from 'node:fs';
import { defaultToken, enclosures, startVariant } from './index.ts';
import { type Zoo, zooOf } from './zoo.ts';

const foundBy: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('../../conformance/found-by.json', import.meta.url), 'utf8'),
);

export const plants: Zoo = zooOf({
  name: 'plants',
  words: 'plants: one operation, a bearer token',
  contract: new URL('../../../spec/plant-store.yaml', import.meta.url),
  credentials: { token: defaultToken, byScheme: new Map() },
  enclosures,
  foundBy,
  start: startVariant,
});
