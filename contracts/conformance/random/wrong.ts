/** A valid body with one thing wrong, drawn at random. */
import fc from 'fast-check';
import { type Json, stringifyJson } from '../../../spec/exact-json.ts';
import type { Schema } from '../../../spec/schema.ts';
import { isValid } from '../../../spec/validate.ts';
import { removeAt, replaceAt, type Site, sitesBelow } from '../sites.ts';
import { arbitraryOf } from './arbitrary.ts';

export interface Wrong {
  readonly body: Json;
  readonly value: Json;
  /** What was done, in words. */
  readonly mutation: string;
}

export interface WrongDraw {
  readonly body: Json;
  readonly where: number;
  /** Undefined leaves the property out. */
  readonly wrong: Json | undefined;
}

export function wrongDraws(schema: Schema): fc.Arbitrary<WrongDraw> {
  return fc.record({ body: arbitraryOf(schema), where: fc.nat(1_000), wrong });
}

const wrong: fc.Arbitrary<Json | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.bigInt({ min: 2n ** 63n, max: 2n ** 66n }),
  fc.integer({ min: -1e6, max: 1e6 }).map((number) => number + 0.5),
  fc.string({ maxLength: 12 }),
  fc.integer().map(String),
  fc.constant([]),
  fc.constant({}),
  fc.array(fc.string({ maxLength: 4 }), { minLength: 1, maxLength: 2 }),
);

/** Undefined where nothing is wrong with what was drawn, or with more than one thing. */
export function wrongOf(schema: Schema, { body, where, wrong: part }: WrongDraw): Wrong | undefined {
  const sites = [...sitesBelow(schema, body)];
  const site = sites[where % sites.length];
  if (site === undefined || !isValid(schema, body, 'request')) return undefined;
  const value = part === undefined ? removeAt(body, site.path) : replaceAt(body, site.path, part);
  if (isValid(schema, value, 'request')) return undefined;
  return { body, value, mutation: wordsFor(site, part) };
}

function wordsFor({ name }: Site, part: Json | undefined): string {
  return part === undefined ? `${name} is left out` : `${name} is ${stringifyJson(part)}`;
}
