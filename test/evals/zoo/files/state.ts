import type { Json, JsonObject } from '../json.ts';

export interface Folder {
  readonly id: bigint;
  readonly tenant: string;
  readonly createdAt: string;
  readonly fields: JsonObject;
}

export interface VaultFile {
  /** In small letters. */
  readonly id: string;
  readonly folder: bigint;
  /** Title, shelf, meta, comment, keywords. */
  readonly fields: JsonObject;
  readonly filename: string | undefined;
  readonly type: string;
  readonly content: Buffer;
  readonly version: number;
}

export interface Job {
  readonly id: string;
  readonly folder: bigint;
  readonly tenant: string;
  readonly fields: JsonObject;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly result: Json;
}

export interface ShareLink {
  readonly token: string;
  readonly fileId: string;
  readonly fields: JsonObject;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface VaultState {
  readonly folders: Map<bigint, Folder>;
  /** In the order of their creation. */
  readonly files: Map<string, VaultFile>;
  /** By folder and name. */
  readonly notes: Map<string, string>;
  readonly jobs: Map<string, Job>;
  readonly links: Map<string, ShareLink>;
  lastFolderId: bigint;
}

/** Ids are beyond the integers that a double holds exactly. */
export function emptyVault(): VaultState {
  return {
    folders: new Map(),
    files: new Map(),
    notes: new Map(),
    jobs: new Map(),
    links: new Map(),
    lastFolderId: 9_007_199_254_740_992n,
  };
}

export function noteKey(folder: bigint, name: string): string {
  return `${folder}/${name}`;
}

/** With everything in it. */
export function removeFolder(state: VaultState, { id }: Folder): void {
  state.folders.delete(id);
  for (const file of state.files.values()) if (file.folder === id) removeFile(state, file);
  for (const key of state.notes.keys()) if (key.startsWith(`${id}/`)) state.notes.delete(key);
  for (const job of state.jobs.values()) if (job.folder === id) state.jobs.delete(job.id);
}

export function removeFile(state: VaultState, { id }: VaultFile): void {
  state.files.delete(id);
  for (const link of state.links.values()) if (link.fileId === id) state.links.delete(link.token);
}
