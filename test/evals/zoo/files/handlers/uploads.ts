import { randomUUID } from 'node:crypto';
import { type Json, JsonNumber, type JsonObject } from '../../json.ts';
import { checked, type FilesContext, folderOf, requireMediaType } from '../context.ts';
import { EarlyResponse, FilesProblem, type FilesResponse, withHeader } from '../http.ts';
import type { FilePart } from '../multipart.ts';
import { fileTypes } from '../parameters.ts';
import { uploadFields } from '../rules.ts';
import { requireSize } from './content.ts';
import { showFile } from './files.ts';

export function uploadFile(context: FilesContext): FilesResponse {
  const { behavior, state, request, operation } = context;
  const folder = folderOf(context);
  requireMediaType(context, ['multipart/form-data']);
  const parts = behavior.readParts(request);
  const part = single(context, parts, 'file');
  requirePartType(context, part, fileTypes);
  const fields = behavior.keepFields(fieldsOf(context, parts), operation);
  const content = behavior.keepContent(part.content, operation);
  requireSize(content);
  const { filename, type } = part;
  const file = { id: randomUUID(), folder: folder.id, fields, filename, type, content, version: 1 };
  behavior.saveFile(state, file);
  const response = { ...showFile(context, file), status: 201 };
  return withHeader(response, 'location', `/folders/${folder.id}/files/${file.id}`);
}

function fieldsOf(context: FilesContext, parts: readonly FilePart[]): JsonObject {
  const others = parts.filter(({ name }) => name !== 'file');
  const keywords = others.filter(({ name }) => name === 'keywords').map((part) => textOf(context, part));
  const names = new Set(others.map(({ name }) => name).filter((name) => name !== 'keywords'));
  const entries = [...names].map((name) => [name, valueIn(context, single(context, others, name))] as const);
  const fields = { ...Object.fromEntries(entries), ...(keywords.length === 0 ? {} : { keywords }) };
  // Required, and an object of which no member is.
  if (!('meta' in fields) && context.enforces('meta/required')) throw missing('meta');
  return checked(context, context.behavior.prepare({ meta: {}, ...fields }, context.operation), uploadFields);
}

function valueIn(context: FilesContext, part: FilePart): Json {
  if (part.name === 'meta') return metaOf(context, part);
  const text = textOf(context, part);
  return part.name === 'shelf' && /^-?(0|[1-9]\d{0,20})$/.test(text) ? new JsonNumber(text) : text;
}

function textOf(context: FilesContext, part: FilePart): string {
  requirePartType(context, part, ['text/plain']);
  return context.behavior.decodeText(part.content);
}

function metaOf(context: FilesContext, part: FilePart): Json {
  requirePartType(context, part, ['application/json']);
  try {
    return context.behavior.parseJson(context.behavior.decodeText(part.content));
  } catch (error) {
    throw error instanceof FilesProblem || error instanceof EarlyResponse
      ? error
      : new FilesProblem(400, 'meta: It is not JSON.');
  }
}

function requirePartType({ enforces }: FilesContext, { name, type }: FilePart, types: readonly string[]): void {
  if (!types.includes(type) && enforces('part/type'))
    throw new FilesProblem(422, `${name}: It is sent as ${type}, expected is ${types.join(' or ')}.`);
}

function single({ enforces }: FilesContext, parts: readonly FilePart[], name: string): FilePart {
  const [first, ...others] = parts.filter((part) => part.name === name);
  if (others.length > 0 && enforces('part/repeated')) throw new FilesProblem(422, `${name}: It is repeated.`);
  if (first !== undefined) return first;
  if (enforces('part/file')) throw missing(name);
  return { name, filename: undefined, type: 'application/octet-stream', content: Buffer.alloc(0) };
}

function missing(name: string): FilesProblem {
  return new FilesProblem(422, `${name}: It is required.`, {
    errors: [{ pointer: `/${name}`, message: 'It is required.' }],
  });
}
