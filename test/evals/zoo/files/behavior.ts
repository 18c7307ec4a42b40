import type { ServerOptions } from 'node:http';
import { type Json, JsonNumber, type JsonObject, parseJson } from '../json.ts';
import { type Authentication, authentication } from './authentication.ts';
import type { FilesContext } from './context.ts';
import { csvCell } from './csv.ts';
import {
  badParameter,
  FilesProblem,
  type FilesRequest,
  type FilesResponse,
  hashOf,
  respondToProblem,
  strongTag,
} from './http.ts';
import { matches, nextOf, ordered, pageOf } from './lists.ts';
import { chooseType } from './media-types.ts';
import { type FilePart, readParts } from './multipart.ts';
import { type FileQuery, type QueryPairs, readQuery } from './parameters.ts';
import { type ByteRange, contentRange, rangeOf } from './ranges.ts';
import {
  emptyVault,
  type Folder,
  type Job,
  noteKey,
  removeFile,
  removeFolder,
  type ShareLink,
  type VaultFile,
  type VaultState,
} from './state.ts';

/** The stages of an exchange; a variant replaces some of them. */
export interface FilesBehavior {
  readonly serverOptions: ServerOptions;
  readonly authentication: Authentication;
  /** Whether credentials are checked for this request; `routed` is the path without its query. */
  isProtected(request: FilesRequest): boolean;
  wrapExchange(request: FilesRequest, respond: () => Promise<FilesResponse>): Promise<FilesResponse>;
  /** The path by which the operation is found. */
  routedPath(path: string): string;
  decodeSegment(text: string): string;
  isOwn(tenant: string, folder: Folder, operation: string): boolean;
  isOwnJob(tenant: string, job: Job): boolean;
  enforces(rule: string, operation: string): boolean;
  readQuery(text: string): QueryPairs;
  listItems(text: string): readonly string[];
  /** Without parameters, in small letters. */
  mediaType(contentType: string): string;
  decodeText(bytes: Buffer): string;
  parseJson(text: string): Json;
  /** What becomes of a body before it is checked. */
  prepare(body: Json, operation: string): Json;
  /** What of a valid body is kept. */
  keepFields(fields: JsonObject, operation: string): JsonObject;
  readParts(request: FilesRequest): readonly FilePart[];
  keepContent(bytes: Buffer, operation: string): Buffer;
  keepNote(text: string): string;
  serveContent(file: VaultFile): Buffer;
  serveNote(text: string): string | Buffer;
  noteKey(folder: bigint, name: string): string;
  rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined;
  contentRange(range: ByteRange, size: number): string;
  slice(content: Buffer, range: ByteRange): Buffer;
  chooseType(accept: string, types: readonly string[]): string;
  csvCell(text: string): string;
  filesOf(state: VaultState, folder: Folder): readonly VaultFile[];
  matches(file: VaultFile, query: FileQuery): boolean;
  ordered(files: readonly VaultFile[], sort: string | undefined): readonly VaultFile[];
  pageOf(files: readonly VaultFile[], query: FileQuery): readonly VaultFile[];
  nextOf(files: readonly VaultFile[], page: readonly VaultFile[]): string | null;
  totalOf(files: readonly VaultFile[], page: readonly VaultFile[]): number;
  newState(): VaultState;
  saveFile(state: VaultState, file: VaultFile): void;
  findFolder(state: VaultState, id: bigint): Folder | undefined;
  /** The folder in which a file is looked for. */
  parentOf(context: FilesContext, find: (context: FilesContext) => Folder): Folder;
  findFile(state: VaultState, folder: Folder, id: string): VaultFile | undefined;
  findLink(state: VaultState, token: string): ShareLink | undefined;
  removeFolder(state: VaultState, folder: Folder): void;
  removeFile(state: VaultState, file: VaultFile): void;
  isMatch(condition: string | undefined, tag: string): boolean;
  isNoneMatch(condition: string | undefined, tag: string): boolean;
  tagOf(content: string | Buffer): string;
  showFolder(folder: Folder): JsonObject;
  showFile(file: VaultFile): JsonObject;
  showJob(job: Job): JsonObject;
  showLink(link: ShareLink): JsonObject;
  statusOf(job: Job): string;
  respondToProblem(problem: FilesProblem, operation: string | undefined): FilesResponse;
  /** The last change of every response; the operation is undefined where the path has none. */
  transformResponse(response: FilesResponse, operation: string | undefined, request: FilesRequest): FilesResponse;
}

const QUEUED_MS = 20;
const RUNNING_MS = 60;

/** By files.yaml in every point; where it is silent, the common choice. */
export const rightFiles: FilesBehavior = {
  serverOptions: {},
  authentication,
  isProtected: () => true,
  wrapExchange: (_request, respond) => respond(),
  routedPath: (path) => path,
  decodeSegment,
  isOwn: (tenant, folder) => folder.tenant === tenant,
  isOwnJob: (tenant, job) => job.tenant === tenant,
  enforces: () => true,
  readQuery,
  listItems: (text) => text.split(','),
  mediaType,
  decodeText,
  parseJson,
  prepare: (body) => body,
  keepFields: (fields) => fields,
  readParts,
  keepContent: (bytes) => bytes,
  keepNote: (text) => text,
  serveContent: ({ content }) => content,
  serveNote: (text) => text,
  noteKey,
  rangeOf,
  contentRange,
  slice: (content, { first, last }) => content.subarray(first, last + 1),
  chooseType,
  csvCell,
  filesOf: ({ files }, { id }) => [...files.values()].filter(({ folder }) => folder === id),
  matches,
  ordered,
  pageOf,
  nextOf,
  totalOf: ({ length }) => length,
  newState: emptyVault,
  saveFile: ({ files }, file) => void files.set(file.id, file),
  findFolder: ({ folders }, id) => folders.get(id),
  parentOf: (context, find) => find(context),
  findFile: ({ files }, { id }, fileId) => {
    const file = files.get(fileId);
    return file?.folder === id ? file : undefined;
  },
  findLink: ({ links }, token) => links.get(token),
  removeFolder,
  removeFile,
  isMatch: (condition, tag) => condition === undefined || condition.trim() === '*' || tagsIn(condition).includes(tag),
  isNoneMatch: (condition, tag) =>
    condition === undefined ||
    (condition.trim() !== '*' && !tagsIn(condition).some((one) => opaque(one) === opaque(tag))),
  tagOf: strongTag,
  showFolder: ({ id, fields, createdAt }) => ({ id: new JsonNumber(id), ...fields, createdAt }),
  showFile,
  showJob({ id, fields, ...job }) {
    const status = this.statusOf({ id, fields, ...job });
    return { id, ...fields, status, ...(status === 'done' ? { result: job.result } : {}) };
  },
  showLink: ({ token, fields, expiresAt }) => ({ token, ...fields, expiresAt: new Date(expiresAt).toISOString() }),
  statusOf: ({ startedAt }) => {
    const age = Date.now() - startedAt;
    if (age < QUEUED_MS) return 'queued';
    return age < RUNNING_MS ? 'running' : 'done';
  },
  respondToProblem,
  transformResponse: (response) => response,
};

export function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badParameter('path');
  }
}

export function mediaType(contentType: string): string {
  return contentType.split(';')[0]?.trim().toLowerCase() ?? '';
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FilesProblem(400, 'The text is not UTF-8.');
  }
}

function showFile({ id, folder, fields, filename, type, content, version }: VaultFile): JsonObject {
  return {
    id,
    folder: new JsonNumber(folder),
    ...fields,
    ...(filename === undefined ? {} : { filename }),
    type,
    bytes: new JsonNumber(content.length),
    sha256: hashOf(content),
    version: new JsonNumber(version),
  };
}

function tagsIn(condition: string): readonly string[] {
  return condition.match(/(W\/)?"[^"]*"/g) ?? [];
}

/** Weak comparison. */
function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}
