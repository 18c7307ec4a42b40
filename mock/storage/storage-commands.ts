/**
 * The commands of an external storage. The same commands are sent to Redis as scripts and to other processes as
 * messages. They use only strings and numbers; values are JSON text (see serialization.ts).
 */

/** Each with its arguments and its result; 1 and 0 mean true and false. */
export const STORAGE_COMMANDS = [
  /** collection, id, record, size, last number to skip: 1 or 0 */
  'insert',
  /** collection, id, record, size, last number to skip: 1 if the record is new, or 0 */
  'put',
  /** collection, id: 1 or 0 */
  'has',
  /** collection, id: [version, record] or null */
  'read',
  /** collection: [id, version, record, ...] */
  'list',
  /** collection, id, record, size, version: 1 or 0 */
  'update',
  /** collection, id: 1 or 0 */
  'remove',
  /** collection: number */
  'nextNumber',
  /** collection, number */
  'skipNumbers',
  /** [collection, count, ...] */
  'collections',
  /** collection, or none for all */
  'clearRecords',
  /** entry, size: id */
  'addEntry',
  /** id: [the last assigned id, id, entry, id, entry, ...] */
  'listEntries',
  'clearEntries',
  /** [id, skipped, taken, rule, ...] */
  'listRules',
  /** skip, times, rule, ...: [id, ...]; `times` is empty if unlimited */
  'addRules',
  /** id, whether counting begins again (1 or 0), skip, times, rule: 1 or 0 */
  'replaceRule',
  /** id, ... */
  'orderRules',
  /** id: 1 or 0 */
  'removeRule',
  'clearRules',
  /** id: 1 or 0 */
  'takeRule',
  /** the initial state (see initialStateArgs): 1 or 0 */
  'begin',
  /** the initial state */
  'reset',
  'ping',
] as const;

export type StorageCommand = (typeof STORAGE_COMMANDS)[number];

export type CommandResult = null | string | number | readonly CommandResult[];

/** Rejects with `storage-unreachable`. */
export type ExecuteCommand = (command: StorageCommand, args: readonly string[]) => Promise<CommandResult>;

const commandNames: ReadonlySet<string> = new Set(STORAGE_COMMANDS);

export function isStorageCommand(value: unknown): value is StorageCommand {
  return typeof value === 'string' && commandNames.has(value);
}

export function isCommandResult(value: unknown): value is CommandResult {
  if (Array.isArray(value)) return value.every(isCommandResult);
  return value === null || typeof value === 'string' || typeof value === 'number';
}

/** Splits a list result into groups of `length` items. */
export function resultGroups(result: CommandResult, length: number): readonly (readonly CommandResult[])[] {
  const items = resultList(result);
  return Array.from({ length: Math.floor(items.length / length) }, (_unused, index) =>
    items.slice(index * length, (index + 1) * length),
  );
}

export function resultList(result: CommandResult): readonly CommandResult[] {
  return result === null || typeof result === 'string' || typeof result === 'number' ? [] : result;
}
