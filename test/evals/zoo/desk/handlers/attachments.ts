import { randomUUID } from 'node:crypto';
import { type Context, typedBody } from '../context.ts';
import { type Pair, readFields } from '../forms.ts';
import type { Attachment } from '../memory.ts';
import type { Part } from '../multipart.ts';
import { malformed, Refusal, wrongField } from '../refusal.ts';
import { type Answer, json, type Value } from '../wire.ts';
import { bookingOf } from './bookings.ts';

const LARGEST_FILE = 1024 * 1024;
const fileTypes = ['image/png', 'application/pdf'];

export function listAttachments(context: Context): Answer {
  bookingOf(context);
  return json(200, context.memory.attachments(context.named));
}

export function addAttachment(context: Context): Answer {
  bookingOf(context);
  const parts = partsIn(context);
  const file = single(context, parts, 'file');
  context.desk.checkPart(file, fileTypes);
  const about = aboutIn(context, single(context, parts, 'about'));
  const { forms, rules } = context.desk;
  const texts = parts.filter(({ name }) => name !== 'file' && name !== 'about');
  const fields = readFields(
    forms,
    rules.attachment,
    texts.map((part) => textOf(context, part)),
  );
  if (file.content.length > LARGEST_FILE)
    throw new Refusal({ status: 413, code: 'too-large', title: 'A file has at most 1 MiB.' });
  const { content, type } = file;
  const attachment: Attachment = { id: randomUUID(), ...fields, about, bytes: content.length, type };
  context.memory.attach(context.named, attachment);
  return json(201, attachment);
}

function partsIn(context: Context): readonly Part[] {
  typedBody(context, ['multipart/form-data']);
  const { desk, request } = context;
  const boundary = desk.boundaryOf(request.headers['content-type'] ?? '');
  if (boundary === undefined) throw malformed('The Content-Type has no boundary.');
  return desk.partsOf(request.body, boundary);
}

function single({ desk }: Context, parts: readonly Part[], name: string): Part {
  const [first, ...others] = parts.filter((part) => part.name === name);
  if (others.length > 0) throw wrongField(name, 'is given more than once');
  if (first !== undefined) return first;
  desk.forms.refuseMissing(name);
  return { name, filename: undefined, type: fileTypes[0] ?? '', content: Buffer.alloc(0) };
}

function textOf({ desk }: Context, part: Part): Pair {
  desk.checkPart(part, ['text/plain']);
  return [part.name, desk.decode(part.content)];
}

function aboutIn({ desk }: Context, part: Part): Value {
  desk.checkPart(part, ['application/json']);
  const value = desk.parseJson(desk.decode(part.content));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrongField('about', 'is no object');
  return readAbout(desk, { ...value });
}

function readAbout(
  { forms, readAboutTitle }: Context['desk'],
  value: Readonly<Record<string, unknown>>,
): Value {
  const { title, page, ...others } = value;
  for (const name of Object.keys(others)) forms.refuseUnknown(`about.${name}`);
  const known = { title: readAboutTitle(title) };
  if (page === undefined) return known;
  if (typeof page === 'number' && Number.isInteger(page) && page >= 1) return { ...known, page };
  throw wrongField('about.page', 'is no page');
}
