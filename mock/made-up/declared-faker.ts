/**
 * `x-faker` of a schema: `person.firstName`, or with arguments `{ 'commerce.price': [5, 10] }`. Only the methods that
 * make up data can be called: no templates, no prototypes, and nothing that takes long.
 */
import { isJsonArray, isJsonObject, type Json, parseJson } from '../../spec/json/exact-json.ts';
import type { Faker } from './faker.ts';

const dataModules: ReadonlySet<string> = new Set([
  ...['airline', 'animal', 'book', 'color', 'commerce', 'company', 'database', 'datatype', 'date', 'finance', 'food'],
  ...['git', 'hacker', 'image', 'internet', 'location', 'lorem', 'music', 'number', 'person', 'phone', 'science'],
  ...['string', 'system', 'vehicle', 'word'],
]);

/** Of the module with templates, these only choose. */
const helperMethods: ReadonlySet<string> = new Set(['arrayElement', 'arrayElements', 'shuffle']);

/** Elsewhere a number is a length or a count. */
const valueMethods = /^(?:number|date|location|image)\.|^finance\.amount$|^commerce\.price$/;
const MAX_LENGTH = 1_000;
/** `#{400000000}` repeats a character, in a text that is a pattern. */
const LONG_REPETITION = /\{[^}]*\d{4}/;
const countNames: ReadonlySet<string> = new Set(['length', 'count', 'dec', 'fractionDigits', 'precision']);

interface FakerCall {
  readonly name: string;
  readonly parameters: readonly Json[];
}

/** Undefined if the extension names no method, or if that fails. */
export function callDeclaredFaker(faker: Faker, declared: Json): Json | undefined {
  const call = readCall(declared);
  const method = call === undefined ? undefined : findMethod(faker, call.name);
  if (call === undefined || method === undefined || !hasSmallArguments(call)) return undefined;
  try {
    return toJson(method(...call.parameters));
  } catch {
    return undefined;
  }
}

/** Why no value can be made up as declared; undefined if one can. */
export function fakerProblem(faker: Faker, declared: Json): string | undefined {
  const call = readCall(declared);
  if (call === undefined) return 'expected module.method, or an object with one such name';
  if (findMethod(faker, call.name) === undefined) return `Faker has no ${JSON.stringify(call.name.slice(0, 60))}`;
  return hasSmallArguments(call) ? undefined : `${call.name}: expected lengths and counts up to ${MAX_LENGTH}`;
}

function readCall(declared: Json): FakerCall | undefined {
  if (typeof declared === 'string') return { name: declared, parameters: [] };
  const [entry, ...others] = isJsonObject(declared) ? Object.entries(declared) : [];
  if (entry === undefined || others.length > 0) return undefined;
  const [name, parameters] = entry;
  return { name, parameters: isJsonArray(parameters) ? parameters : [parameters] };
}

type FakerMethod = (...parameters: readonly Json[]) => unknown;

function findMethod(faker: Faker, name: string): FakerMethod | undefined {
  const [, moduleName = '', methodName = ''] = /^([a-zA-Z]+)\.([a-zA-Z0-9]+)$/.exec(name) ?? [];
  const isData = dataModules.has(moduleName) || (moduleName === 'helpers' && helperMethods.has(methodName));
  const module: unknown = isData ? Reflect.get(faker, moduleName) : undefined;
  // Faker binds its methods as own properties; what it inherits is not data.
  if (typeof module !== 'object' || module === null || !Object.hasOwn(module, methodName)) return undefined;
  const method: unknown = Reflect.get(module, methodName);
  return typeof method === 'function' ? (...parameters) => Reflect.apply(method, module, parameters) : undefined;
}

function hasSmallArguments({ name, parameters }: FakerCall): boolean {
  const isValue = valueMethods.test(name);
  return parameters.every((one) => isSmall(one, isValue));
}

function isSmall(value: Json, isValue: boolean, name?: string): boolean {
  if (typeof value === 'bigint') return false;
  if (typeof value === 'string') return value.length <= MAX_LENGTH && !LONG_REPETITION.test(value);
  if (typeof value === 'number') return (isValue && !countNames.has(name ?? '')) || Math.abs(value) <= MAX_LENGTH;
  if (isJsonArray(value)) return value.every((one) => isSmall(one, isValue, name));
  const isCount = name !== undefined && countNames.has(name);
  return (
    !isJsonObject(value) ||
    Object.entries(value).every(([key, one]) => isSmall(one, isValue && !isCount, isCount ? name : key))
  );
}

/** Dates as texts; undefined for what JSON cannot represent. */
function toJson(value: unknown): Json | undefined {
  if (typeof value === 'bigint') return value;
  const text: string | undefined = JSON.stringify(value);
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok === true ? parsed.value : undefined;
}
