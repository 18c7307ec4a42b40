import { randomUUID } from 'node:crypto';
import { type DeskContext, typedBody } from '../context.ts';
import { DeskError, invalidField, malformedRequest } from '../error.ts';
import { type FormPair, readFields } from '../forms.ts';
import { type DeskResponse, jsonDeskResponse, type Value } from '../http.ts';
import type { Attachment } from '../memory.ts';
import type { Part } from '../multipart.ts';
import { bookingOf } from './bookings.ts';

const LARGEST_FILE = 1024 * 1024;
const fileTypes = ['image/png', 'application/pdf'];

export function listAttachments(context: DeskContext): DeskResponse {
  bookingOf(context);
  return jsonDeskResponse(200, context.memory.attachments(context.pathName));
}

export function addAttachment(context: DeskContext): DeskResponse {
  bookingOf(context);
  const parts = partsIn(context);
  const file = single(context, parts, 'file');
  context.behavior.checkPart(file, fileTypes);
  const about = aboutIn(context, single(context, parts, 'about'));
  const { forms, rules } = context.behavior;
  const texts = parts.filter(({ name }) => name !== 'file' && name !== 'about');
  const fields = readFields(
    forms,
    rules.attachment,
    texts.map((part) => textOf(context, part)),
  );
  if (file.content.length > LARGEST_FILE)
    throw new DeskError({ status: 413, code: 'too-large', title: 'A file has at most 1 MiB.' });
  const { content, type } = file;
  const attachment: Attachment = { id: randomUUID(), ...fields, about, bytes: content.length, type };
  context.memory.attach(context.pathName, attachment);
  return jsonDeskResponse(201, attachment);
}

function partsIn(context: DeskContext): readonly Part[] {
  typedBody(context, ['multipart/form-data']);
  const { behavior, request } = context;
  const boundary = behavior.boundaryOf(request.headers['content-type'] ?? '');
  if (boundary === undefined) throw malformedRequest('The Content-Type has no boundary.');
  return behavior.partsOf(request.body, boundary);
}

function single({ behavior }: DeskContext, parts: readonly Part[], name: string): Part {
  const [first, ...others] = parts.filter((part) => part.name === name);
  if (others.length > 0) throw invalidField(name, 'is given more than once');
  if (first !== undefined) return first;
  behavior.forms.rejectMissing(name);
  return { name, filename: undefined, type: fileTypes[0] ?? '', content: Buffer.alloc(0) };
}

function textOf({ behavior }: DeskContext, part: Part): FormPair {
  behavior.checkPart(part, ['text/plain']);
  return [part.name, behavior.decode(part.content)];
}

function aboutIn({ behavior }: DeskContext, part: Part): Value {
  behavior.checkPart(part, ['application/json']);
  const value = behavior.parseJson(behavior.decode(part.content));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidField('about', 'is no object');
  return readAbout(behavior, { ...value });
}

function readAbout(
  { forms, readAboutTitle }: DeskContext['behavior'],
  value: Readonly<Record<string, unknown>>,
): Value {
  const { title, page, ...others } = value;
  for (const name of Object.keys(others)) forms.rejectUnknown(`about.${name}`);
  const known = { title: readAboutTitle(title) };
  if (page === undefined) return known;
  if (typeof page === 'number' && Number.isInteger(page) && page >= 1) return { ...known, page };
  throw invalidField('about.page', 'is no page');
}
