import { JsonNumber } from '../../json.ts';
import { type FilesContext, folderOf, jsonBody } from '../context.ts';
import { type FilesResponse, jsonResponse } from '../http.ts';
import { shelfOf } from '../lists.ts';
import { readShelfList } from '../parameters.ts';
import { newFolder } from '../rules.ts';
import type { Folder } from '../state.ts';

export const noContent: FilesResponse = { status: 204, headers: {}, body: '' };

export function createFolder(context: FilesContext): FilesResponse {
  const { state, tenant } = context;
  const fields = jsonBody(context, newFolder);
  state.lastFolderId += 3n;
  const folder = { id: state.lastFolderId, tenant, createdAt: new Date().toISOString(), fields };
  state.folders.set(folder.id, folder);
  return showFolder(context, folder, 201);
}

export function readFolder(context: FilesContext): FilesResponse {
  return showFolder(context, folderOf(context), 200);
}

function showFolder({ behavior }: FilesContext, folder: Folder, status: 200 | 201): FilesResponse {
  const shown = behavior.showFolder(folder);
  const location = status === 201 ? { location: `/folders/${folder.id}` } : {};
  return jsonResponse(status, shown, { etag: behavior.tagOf(JSON.stringify(shown)), ...location });
}

export function deleteFolder(context: FilesContext): FilesResponse {
  context.behavior.removeFolder(context.state, folderOf(context));
  return noContent;
}

export function readShelves(context: FilesContext): FilesResponse {
  const { behavior, state, pathValues, reader } = context;
  const [, text = ''] = pathValues;
  const shelves = readShelfList(text, reader, { name: 'path-shelves', max: 4 });
  const files = behavior.filesOf(state, folderOf(context));
  const count = (shelf: number) => files.filter((file) => shelfOf(file) === shelf).length;
  return jsonResponse(
    200,
    shelves.map((shelf) => ({ shelf: new JsonNumber(shelf), files: new JsonNumber(count(shelf)) })),
  );
}
