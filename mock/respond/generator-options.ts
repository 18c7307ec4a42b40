/**
 * The extension `x-json-schema-faker` at the root of a document: options for dynamic values, named as in
 * json-schema-faker.
 */
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import type { Contract } from '../../spec/model/contract.ts';

export interface GeneratorOptions {
  /** A locale of Faker, such as `de` or `pt_BR`; undefined for English. */
  readonly locale: string | undefined;
  /** By their json-schema-faker name, such as `minItems`. */
  readonly settings: ReadonlyMap<string, Json>;
}

/** Accepts `min-items` and `minItems`. Throws `spec-invalid` for unknown options. */
export function parseGeneratorOptions(contract: Contract): GeneratorOptions {
  const extension = contract.document[EXTENSION];
  if (extension === undefined) return { locale: undefined, settings: new Map() };
  if (!isJsonObject(extension)) throw invalidOption(contract, '', 'an object of options', extension);
  const { locale, ...rest } = extension;
  if (locale !== undefined && (typeof locale !== 'string' || !/^[a-z]{2,3}(?:_\w+)?$/.test(locale)))
    throw invalidOption(contract, '.locale', 'a Faker locale such as de or pt_BR', locale);
  const settings = new Map(Object.entries(rest).map(([name, value]) => parseSetting(contract, name, value)));
  return { locale, settings: withOptionalsProbability(settings) };
}

const EXTENSION = 'x-json-schema-faker';

function parseSetting(contract: Contract, name: string, value: Json): readonly [string, Json] {
  const key = name.replaceAll(/[-_ ]+(\w)/g, (_all, letter: string) => letter.toUpperCase());
  const kind = optionKinds.find(({ names }) => names.includes(key));
  if (kind === undefined) throw invalidOption(contract, '', `options such as ${knownOptions()}`, name);
  if (!kind.accepts(value)) throw invalidOption(contract, `.${name}`, kind.expected, value);
  return [key, value];
}

interface OptionKind {
  readonly names: readonly string[];
  readonly expected: string;
  readonly accepts: (value: Json) => boolean;
}

const optionKinds: readonly OptionKind[] = [
  {
    names: [
      ...['alwaysFakeOptionals', 'fixedProbabilities', 'requiredOnly', 'fillProperties', 'omitNulls'],
      ...['useExamplesValue', 'useDefaultValue', 'reuseProperties', 'replaceEmptyByRandomValue'],
      ...['failOnInvalidTypes', 'failOnInvalidFormat', 'ignoreMissingRefs', 'resolveJsonPath'],
    ],
    expected: 'true or false',
    accepts: (value) => typeof value === 'boolean',
  },
  {
    names: [
      ...['minItems', 'maxItems', 'minLength', 'maxLength', 'defaultRandExpMax', 'maxRegexRetry'],
      ...['refDepthMin', 'refDepthMax'],
    ],
    expected: 'an integer from 0 to 1000',
    accepts: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1_000,
  },
  {
    names: ['optionalsProbability'],
    expected: 'a number from 0 to 1, false or null',
    accepts: (value) => value === false || value === null || (typeof value === 'number' && value >= 0 && value <= 1),
  },
  {
    names: ['pruneProperties', 'ignoreProperties'],
    expected: 'an array of names',
    accepts: (value) => isJsonArray(value) && value.every((name) => typeof name === 'string'),
  },
  {
    names: ['minDateTime', 'maxDateTime'],
    expected: 'a date and time',
    accepts: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  },
  { names: ['defaultInvalidTypeProduct'], expected: 'a value', accepts: () => true },
];

/** Prism generates every optional property, which would make the probability ineffective. */
function withOptionalsProbability(settings: ReadonlyMap<string, Json>): ReadonlyMap<string, Json> {
  if (!settings.has('optionalsProbability')) return settings;
  return new Map<string, Json>([['alwaysFakeOptionals', false], ['fixedProbabilities', false], ...settings]);
}

function knownOptions(): string {
  return ['locale', ...optionKinds.flatMap(({ names }) => names.slice(0, 2))].join(', ');
}

function invalidOption(contract: Contract, at: string, expected: string, received: Json): KitError {
  const text = JSON.stringify(received).slice(0, 60);
  return new KitError('spec-invalid', `${EXTENSION}${at}: expected ${expected}, got ${text}`, {
    where: `${contract.file}:${extensionLine(contract)}`,
  });
}

function extensionLine({ sources, file }: Contract): number {
  const lines = sources.get(file)?.split(/\r?\n/) ?? [];
  return (
    Math.max(
      0,
      lines.findIndex((line) => line.includes(EXTENSION)),
    ) + 1
  );
}
