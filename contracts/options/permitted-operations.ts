/**
 * Which operations a run may request: `--include`, `--exclude`, `--read-only`, and `--only` without `--with-setup`. A
 * pattern names operations by id, tag, path, or method and path; `*` stands for any characters.
 */
import { KitError } from '../../errors.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { suggestionHint } from '../../spec/options/suggest-name.ts';

export interface PermissionOptions {
  /** Only what one of these patterns names; all operations when empty. */
  readonly include?: readonly string[] | undefined;
  /** Nothing that one of these patterns names, also where `include` names it. */
  readonly exclude?: readonly string[] | undefined;
  /** GET, HEAD and OPTIONS alone. */
  readonly readOnly?: boolean | undefined;
  /** Ids of the operations to check, where no other operation may be requested to set them up. */
  readonly selected?: readonly string[] | undefined;
}

/** What a run may send. */
export interface Permission {
  /** Ids of operations. */
  readonly operations: ReadonlySet<string>;
  /** Ids of those that `include` or `selected` names, and not only permits. */
  readonly named: ReadonlySet<string>;
  /** Whether other methods than GET, HEAD and OPTIONS may be used for anything. */
  readonly isReadOnly: boolean;
}

/**
 * Undefined when everything is permitted. Throws `option-invalid` for a pattern that names no operation, and when
 * nothing is left. `prefix` is `--` for options of the command line.
 */
export function readPermission(
  { operations: served, disabled = [] }: Pick<Contract, 'operations' | 'disabled'>,
  { include = [], exclude = [], readOnly = false, selected = [] }: PermissionOptions,
  prefix = '--',
): Permission | undefined {
  if (include.length + exclude.length + selected.length === 0 && !readOnly) return undefined;
  const operations = [...served, ...disabled];
  const included = include.flatMap((pattern) => findOperations(pattern, operations, `${prefix}include`));
  const excluded = exclude.flatMap((pattern) => findOperations(pattern, operations, `${prefix}exclude`));
  const permitted = operations.filter(
    (operation) =>
      (include.length === 0 || included.includes(operation)) &&
      !excluded.includes(operation) &&
      (!readOnly || isSafeMethod(operation.method ?? '')) &&
      (selected.length === 0 || selected.includes(operation.id)),
  );
  const disabledIds = new Set(disabled.map(({ id }) => id));
  if (permitted.every(({ id }) => disabledIds.has(id)))
    throw nothingPermittedError({ include, exclude, readOnly }, prefix);
  const named = [...included.map(({ id }) => id), ...selected];
  return { operations: new Set(permitted.map(({ id }) => id)), named: new Set(named), isReadOnly: readOnly };
}

/** The methods that read (RFC 9110, section 9.2.1), without TRACE, which no implementation needs. */
export function isSafeMethod(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** The operations that a pattern names. Throws `option-invalid` when there is none. */
export function findOperations<Named extends NamedOperation>(
  pattern: string,
  operations: readonly Named[],
  option: string,
): readonly Named[] {
  const isMatch = createMatcher(pattern);
  const found = operations.filter(isMatch);
  if (found.length > 0) return found;
  const names = operations.flatMap((operation) => [
    operation.id,
    ...(operation.method === undefined ? [] : [`${operation.method} ${operation.path}`]),
    operation.path,
    ...(operation.tags ?? []),
  ]);
  throw new KitError(
    'option-invalid',
    `${option} ${JSON.stringify(pattern)}: no operation has this id, tag, path, or method and path${suggestionHint(pattern, [...new Set(names)])}`,
  );
}

/** A path whose operations are unknown has no method. */
type NamedOperation = Pick<Operation, 'id' | 'path' | 'tags'> & Partial<Pick<Operation, 'method'>>;

/** Whether an operation is one that the pattern names. */
export function createMatcher(pattern: string): (operation: NamedOperation) => boolean {
  const [, method, path] = /^([A-Za-z*]+)\s+([/*]\S*)$/.exec(pattern) ?? [];
  if (method !== undefined && path !== undefined) {
    const [methods, paths] = [globPattern(method, 'i'), globPattern(path)];
    return (operation) => methods.test(operation.method ?? '') && paths.test(operation.path);
  }
  const names = globPattern(pattern);
  return ({ id, path: template, tags = [] }) =>
    pattern.startsWith('/') ? names.test(template) : [id, ...tags].some((name) => names.test(name));
}

function globPattern(glob: string, flags = ''): RegExp {
  const parts = glob.split('*').map((part) => part.replaceAll(/[\\^$.+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, flags);
}

function nothingPermittedError(
  { include = [], exclude = [], readOnly = false }: PermissionOptions,
  prefix: string,
): KitError {
  const given = [
    ...include.map((pattern) => `${prefix}include ${JSON.stringify(pattern)}`),
    ...exclude.map((pattern) => `${prefix}exclude ${JSON.stringify(pattern)}`),
    ...(readOnly ? [prefix === '--' ? '--read-only' : 'readOnly'] : []),
  ];
  return new KitError('option-invalid', `${given.join(' and ')}: no operation is left to check`);
}
