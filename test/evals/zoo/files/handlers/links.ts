import { randomBytes } from 'node:crypto';
import { JsonNumber } from '../../json.ts';
import { type FilesContext, fileOf, jsonBody } from '../context.ts';
import { badParameter, FilesProblem, type FilesResponse, jsonResponse, notFound } from '../http.ts';
import { titleOf } from '../lists.ts';
import { newLink } from '../rules.ts';

export function createLink(context: FilesContext): FilesResponse {
  const { behavior, state } = context;
  const file = fileOf(context);
  const fields = jsonBody(context, newLink);
  const { expiresIn } = fields;
  const seconds = expiresIn instanceof JsonNumber ? Number(expiresIn.source) : 60;
  const token = randomBytes(16).toString('base64url');
  const link = { token, fileId: file.id, fields, expiresAt: Date.now() + seconds * 1_000 };
  state.links.set(token, link);
  return jsonResponse(201, behavior.showLink(link), { location: `/links/${token}` });
}

export function openLink({ behavior, state, pathValues, enforces }: FilesContext): FilesResponse {
  const [token = ''] = pathValues;
  if (!/^[A-Za-z0-9_-]{22}$/.test(token) && enforces('link/token')) throw badParameter('token');
  const link = behavior.findLink(state, token);
  const file = link === undefined ? undefined : state.files.get(link.fileId);
  if (link === undefined || file === undefined) throw notFound('link');
  if (link.expiresAt < Date.now()) throw new FilesProblem(410, 'The link has expired.');
  const { note, expiresAt = '' } = behavior.showLink(link);
  const { type = '', bytes = '' } = behavior.showFile(file);
  const shared = { title: titleOf(file), type, bytes, ...(note === undefined ? {} : { note }), expiresAt };
  return jsonResponse(200, shared, { 'cache-control': 'no-store' });
}
