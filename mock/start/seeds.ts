/** The initial records that the seeds of the user give. */
import { combineErrors, KitError, splitError } from '../../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { describeError, type ModuleSource, positionOfError, positionOfName } from '../../spec/modules/module-source.ts';
import type { GeneratedSeed, Seed, SingleSeed } from '../handlers/config-types.ts';
import { toJsonValue } from '../handlers/json-value.ts';
import { checkLocale, DEFAULT_LOCALE, loadFaker, seedFaker } from '../made-up/faker.ts';
import { STORAGE_LIMITS } from '../model/storage.ts';
import type { InitialRecords } from '../records/record-handler-options.ts';
import { isGeneratedSeed, isSingleSeed } from './read-config.ts';

interface SeedOptions {
  readonly source: ModuleSource;
  /** The same seed gives the same values. */
  readonly seed: number | undefined;
  /** Of Faker. */
  readonly locale?: string | undefined;
}

/** Functions are called once, so that each reset restores the same records. Throws `mock-config-invalid`. */
export function seedRecords(seeds: Readonly<Record<string, Seed>>, options: SeedOptions): InitialRecords {
  return Object.fromEntries(
    Object.entries(seeds).map(([name, seed]) => {
      if (isSingleSeed(seed)) return [name, toObject(seed)];
      const values = isGeneratedSeed(seed) ? generate(name, seed, options) : seed;
      return [name, values.map((value, index) => toRecord(value, `${name}[${index}]`, options.source))];
    }),
  );
}

function toObject(seed: SingleSeed): JsonObject {
  const value = toJsonValue(seed);
  return value !== undefined && isJsonObject(value) ? value : {};
}

function generate(
  name: string,
  { count, record }: GeneratedSeed,
  { source, seed = 0, locale = DEFAULT_LOCALE }: SeedOptions,
) {
  if (count > STORAGE_LIMITS.records)
    throw seedError(name, source, `count: expected at most ${STORAGE_LIMITS.records}, got ${count}`);
  const faker = loadFaker(checkLocale(locale));
  return Array.from({ length: count }, (_unused, index) => {
    try {
      return record({ index, faker: seedFaker(faker, `${seed} ${name} ${index}`) });
    } catch (error) {
      throw seedError(name, source, describeError(error), error);
    }
  });
}

function toRecord(value: unknown, place: string, source: ModuleSource): Json {
  if (value instanceof Promise)
    throw seedError(place, source, 'expected a record, got a promise; a seed is not asynchronous');
  return toJsonValue(value) ?? null;
}

function seedError(name: string, source: ModuleSource, problem: string, cause?: unknown): KitError {
  const where = positionOfError(source, cause) ?? positionOfName(source, name.replace(/\[\d+\]$/, ''));
  const of = source.file === undefined ? '' : `${source.file}: `;
  return new KitError('mock-config-invalid', `${of}seeds: ${JSON.stringify(name)}: ${problem}`, {
    ...(where === undefined ? {} : { where }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Adds the line of the seed to errors about its records; messages about them begin with `/orders[3]`. */
export function withSeedLocation(error: unknown, seeds: Readonly<Record<string, Seed>>, source: ModuleSource): unknown {
  if (!(error instanceof KitError) || error.code !== 'record-invalid' || error.where !== undefined) return error;
  const located = splitError(error).map((part) => {
    const [, name = ''] = /^(?:collection ")?(\/[^[":]*)/.exec(part.detail) ?? [];
    const where = Object.hasOwn(seeds, name) ? positionOfName(source, name) : undefined;
    return where === undefined ? part : new KitError(part.code, part.detail, { where, cause: part });
  });
  return combineErrors(located) ?? error;
}
