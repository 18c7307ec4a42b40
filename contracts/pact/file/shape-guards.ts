/** Parts of an interaction that are of another kind than its version writes them: the verifier passes over them. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Interaction } from './interaction.ts';
import { type PactFile, pactPlace } from './pact-file.ts';
import { refusal } from './refusal.ts';

/** Throws `pact-unverifiable`. */
export function refuseShapes(pact: PactFile, { place }: Interaction, entry: JsonObject): void {
  const [request, response] = [entry.request, entry.response];
  const shapes: readonly Shape[] = [
    ...['method', 'path'].map((key) => ({ part: 'request', key, value: below(request, key), kind: TEXT })),
    { part: 'request', key: 'query', value: below(request, 'query'), kind: queryKind(pact.version) },
    { part: 'request', key: 'generators', value: below(request, 'generators'), kind: OBJECT },
    { part: 'response', key: 'headers', value: below(response, 'headers'), kind: OBJECT },
    { part: 'response', key: 'matchingRules', value: below(response, 'matchingRules'), kind: OBJECT },
  ];
  const wrong = shapes.find(({ value, kind }) => value !== undefined && value !== null && !kind.fits(value));
  if (wrong === undefined) return;
  const { part, key, value, kind } = wrong;
  throw refusal(
    pactPlace(pact, `${place.pointer}/${part}/${key}`),
    `the ${key} of the ${part}: received ${named(value)}; the verifier reads ${kind.name} alone`,
  );
}

/** Its content may be a key. */
function named(value: Json | undefined): string {
  if (isJsonArray(value)) return 'a list';
  return isJsonObject(value) ? 'an object of another form' : `a ${typeof value}`;
}

interface Shape {
  readonly part: string;
  readonly key: string;
  readonly value: Json | undefined;
  readonly kind: Kind;
}

interface Kind {
  readonly name: string;
  fits(value: Json): boolean;
}

const TEXT: Kind = { name: 'a text', fits: (value) => typeof value === 'string' };
const OBJECT: Kind = { name: 'an object', fits: isJsonObject };

const QUERY: Kind = {
  name: 'a text, or an object with a list of texts for each name',
  fits: (value) => typeof value === 'string' || (isJsonObject(value) && Object.values(value).every(isTexts)),
};

/** An object in place of the text is not sent at all. */
function queryKind(version: number): Kind {
  return version < 3 ? { ...TEXT, name: `a text in version ${version}` } : QUERY;
}

function isTexts(value: Json): boolean {
  return typeof value === 'string' || (isJsonArray(value) && value.every((one) => typeof one === 'string'));
}

function below(part: Json | undefined, key: string): Json | undefined {
  return isJsonObject(part) ? part[key] : undefined;
}
