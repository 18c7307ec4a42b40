import { JsonNumber } from '../../json.ts';
import { type FilesContext, fileOf, folderOf } from '../context.ts';
import { csvOf } from '../csv.ts';
import { type FilesResponse, jsonResponse } from '../http.ts';
import { readColumns, readFileQuery } from '../parameters.ts';
import type { VaultFile } from '../state.ts';
import { noContent } from './folders.ts';

const JSON_TYPE = 'application/json';

export function listFiles(context: FilesContext): FilesResponse {
  const { behavior, state, query, reader, request } = context;
  const type = behavior.chooseType(request.headers['accept'] ?? '', [JSON_TYPE, 'text/csv']);
  const fileQuery = readFileQuery(query, reader);
  const columns = readColumns(request.headers['x-columns'], reader);
  const selected = behavior.filesOf(state, folderOf(context)).filter((file) => behavior.matches(file, fileQuery));
  const files = behavior.ordered(selected, fileQuery.sort);
  const page = behavior.pageOf(files, fileQuery);
  const total = behavior.totalOf(files, page);
  const headers = { 'x-total-count': String(total) };
  if (type === JSON_TYPE) {
    const items = page.map((file) => behavior.showFile(file));
    return jsonResponse(200, { items, total: new JsonNumber(total), next: behavior.nextOf(files, page) }, headers);
  }
  const rows = page.map((file) => columns.map((column) => cellOf(context, file, column)));
  const body = csvOf([columns, ...rows], (text) => behavior.csvCell(text));
  return { status: 200, headers: { 'content-type': 'text/csv; charset=utf-8', ...headers }, body };
}

function cellOf({ behavior }: FilesContext, file: VaultFile, column: string): string {
  const value = behavior.showFile(file)[column];
  return value instanceof JsonNumber ? value.source : String(value);
}

export function readFile(context: FilesContext): FilesResponse {
  return showFile(context, fileOf(context));
}

/** The tag is that of the content. */
export function showFile({ behavior }: FilesContext, file: VaultFile): FilesResponse {
  return jsonResponse(200, behavior.showFile(file), { etag: contentTag(behavior, file) });
}

export function contentTag(behavior: FilesContext['behavior'], { id, version, content }: VaultFile): string {
  return behavior.tagOf(Buffer.concat([Buffer.from(`${id}/${version}/`), content]));
}

export function deleteFile(context: FilesContext): FilesResponse {
  context.behavior.removeFile(context.state, fileOf(context));
  return noContent;
}
