/** Which function of the user responds to which operation; unknown names are errors at the start. */
import { combineErrors, KitError } from '../../errors.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { findOperationIds, methodAndPath } from '../../spec/model/operation-names.ts';
import { type ModuleSource, positionOfName } from '../../spec/modules/module-source.ts';
import { suggestionHint } from '../../spec/options/suggest-name.ts';
import type { OperationHandler } from './config-types.ts';

/** The handlers of a mock server, and where they come from. */
export interface ServedHandlers {
  readonly handlers: Readonly<Record<string, OperationHandler>>;
  readonly source: ModuleSource;
}

export interface NamedHandler {
  /** As the user wrote it: `createOrder` or `POST /orders`. */
  readonly name: string;
  readonly handler: OperationHandler;
  readonly source: ModuleSource;
}

interface HandlerMount {
  /** The prefix of the contract, or the empty string. */
  readonly prefix: string;
  readonly contract: { readonly operations: readonly Operation[] };
}

/** Throws `config-invalid`, with the line of a name that is no operation, or that several have. */
export function findHandlers(
  { handlers, source }: ServedHandlers,
  mounts: readonly HandlerMount[],
): ReadonlyMap<Operation, NamedHandler> {
  const found = new Map<Operation, NamedHandler>();
  const errors: KitError[] = [];
  for (const [name, handler] of Object.entries(handlers)) {
    const [operation, ...others] = mounts.flatMap((mount) => operationsNamed(name, mount));
    const earlier = operation && found.get(operation)?.name;
    if (operation === undefined) errors.push(unknownOperation(name, source, mounts));
    else if (others.length > 0) errors.push(ambiguousOperation(name, source));
    else if (earlier !== undefined) errors.push(secondHandler(name, source, earlier));
    else found.set(operation, { name, handler, source });
  }
  const error = combineErrors(errors);
  if (error !== undefined) throw error;
  return found;
}

/** `METHOD /path` is with or without the prefix. */
function operationsNamed(name: string, { prefix, contract }: HandlerMount): readonly Operation[] {
  const { operations } = contract;
  const prefixed = operations.map((operation) => ({ ...operation, path: `${prefix}${operation.path}` }));
  const [ids = []] = [prefixed, operations].map((ones) => findOperationIds(name, ones)).filter((one) => one.length > 0);
  return operations.filter(({ id }) => ids.includes(id));
}

function unknownOperation(name: string, source: ModuleSource, mounts: readonly HandlerMount[]): KitError {
  const operations = mounts.flatMap(({ contract }) => contract.operations);
  const known = name.includes('/') ? operations.map(methodAndPath) : operations.map(({ id }) => id);
  return invalidHandler(name, source, `there is no such operation${suggestionHint(name, known)}`);
}

function ambiguousOperation(name: string, source: ModuleSource): KitError {
  return invalidHandler(name, source, 'several contracts have this operation; write METHOD /PREFIX/PATH');
}

function secondHandler(name: string, source: ModuleSource, earlier: string): KitError {
  return invalidHandler(name, source, `the handler ${JSON.stringify(earlier)} is for the same operation`);
}

function invalidHandler(name: string, source: ModuleSource, problem: string): KitError {
  const where = positionOfName(source, name);
  const of = source.file === undefined ? '' : `${source.file}: `;
  return new KitError('mock-config-invalid', `${of}handlers: ${JSON.stringify(name)}: ${problem}`, {
    fix: 'Name a handler by the id of its operation, or by method and path, such as "POST /orders".',
    ...(where === undefined ? {} : { where }),
  });
}
