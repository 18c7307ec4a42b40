import { isObject, type JsonObject } from '../json.ts';
import type { BodyCheck, EnforcesRule } from '../tools/validation.ts';
import { createChecker } from '../tools/validation.ts';
import type { FilesBehavior } from './behavior.ts';
import { EarlyResponse, type FieldError, FilesProblem, type FilesRequest, notFound } from './http.ts';
import { type ParameterReader, type QueryPairs, readFolderId, readUuid } from './parameters.ts';
import type { Folder, VaultFile, VaultState } from './state.ts';

/** What a handler works with. */
export interface FilesContext {
  readonly behavior: FilesBehavior;
  readonly state: VaultState;
  readonly operation: string;
  readonly request: FilesRequest;
  /** What stands in the variable parts of the path, decoded. */
  readonly pathValues: readonly string[];
  readonly query: QueryPairs;
  /** Empty where no credentials are required. */
  readonly tenant: string;
  readonly enforces: EnforcesRule;
  readonly reader: ParameterReader;
}

export function folderOf({ behavior, state, operation, pathValues, tenant, enforces }: FilesContext): Folder {
  const [text = ''] = pathValues;
  const id = readFolderId(text, enforces);
  const folder = id === undefined ? undefined : behavior.findFolder(state, id);
  if (folder !== undefined && behavior.isOwn(tenant, folder, operation)) return folder;
  throw notFound('folder');
}

export function fileOf(context: FilesContext): VaultFile {
  const folder = context.behavior.parentOf(context, folderOf);
  const [, text = ''] = context.pathValues;
  const file = context.behavior.findFile(context.state, folder, readUuid(text, context.enforces));
  if (file === undefined) throw notFound('file');
  return file;
}

export function requireMediaType({ behavior, request }: FilesContext, types: readonly string[]): string {
  const type = behavior.mediaType(request.headers['content-type'] ?? '');
  if (types.includes(type)) return type;
  throw new FilesProblem(415, `The body is expected as ${types.join(' or ')}.`);
}

/** The JSON body, when it matches its schema. */
export function jsonBody(context: FilesContext, check: BodyCheck): JsonObject {
  requireMediaType(context, ['application/json']);
  const { behavior, request, operation } = context;
  const body = behavior.prepare(parseBody(context, request.body), operation);
  return behavior.keepFields(checked(context, body, check), operation);
}

function parseBody({ behavior }: FilesContext, bytes: Buffer) {
  const text = behavior.decodeText(bytes);
  try {
    return behavior.parseJson(text);
  } catch (error) {
    throw error instanceof EarlyResponse ? error : new FilesProblem(400, 'The body is not JSON.');
  }
}

export function checked({ enforces }: FilesContext, value: Parameters<BodyCheck>[0], check: BodyCheck): JsonObject {
  const errors: FieldError[] = [];
  check(value, createChecker(enforces, errors));
  if (errors.length > 0) throw new FilesProblem(422, 'The body does not match its schema.', { errors });
  return isObject(value) ? value : {};
}
