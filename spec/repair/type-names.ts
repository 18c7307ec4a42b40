/** Words that documents have as `type` of a schema, and that are no type of OpenAPI: what they mean there. */
import type { JsonObject } from '../json/exact-json.ts';

const types: readonly string[] = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

export const listedTypes = types.join(', ');

const text = (format?: string): JsonObject => ({ type: 'string', ...(format !== undefined && { format }) });
const whole = (format?: string): JsonObject => ({ type: 'integer', ...(format !== undefined && { format }) });
const fraction = (format?: string): JsonObject => ({ type: 'number', ...(format !== undefined && { format }) });

/** By the word in lower case. Most are types of a database or a programming language, or formats. */
const meanings: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ...types.map((type) => [type, { type }] as const),
  ...['str', 'text', 'char', 'varchar', 'objectid'].map((word) => [word, text()] as const),
  ...['email', 'uuid', 'uri', 'byte', 'binary', 'password', 'date', 'date-time'].map(
    (format) => [format, text(format)] as const,
  ),
  ...['datetime', 'timestamp'].map((word) => [word, text('date-time')] as const),
  ...[['guid', 'uuid'] as const, ['url', 'uri'] as const, ['file', 'binary'] as const].map(
    ([word, format]) => [word, text(format)] as const,
  ),
  ...['int', 'bigint', 'short'].map((word) => [word, whole()] as const),
  ...['int32', 'int64'].map((format) => [format, whole(format)] as const),
  ['long', whole('int64')],
  ...['decimal', 'numeric'].map((word) => [word, fraction()] as const),
  ...['float', 'double'].map((format) => [format, fraction(format)] as const),
  ['bool', { type: 'boolean' }],
  ['list', { type: 'array' }],
  ...['map', 'dict'].map((word) => [word, { type: 'object' }] as const),
]);

/** Whether it is a type of OpenAPI as it stands. */
export function isTypeName(word: unknown): boolean {
  return typeof word === 'string' && types.includes(word);
}

/** `type`, and `format` for some: `{type: 'string', format: 'date'}` for "date". Undefined for a word without meaning. */
export function meaningOfType(word: unknown): JsonObject | undefined {
  return typeof word === 'string' ? meanings.get(word.trim().toLowerCase()) : undefined;
}
