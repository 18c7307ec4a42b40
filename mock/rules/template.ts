/**
 * Templates in the body and the headers of a rule: `{{body.name}}` is a value of the request. They read the request and
 * nothing else, and run nothing.
 */
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../spec/json/exact-json.ts';

/** The values that templates refer to. */
export interface TemplateSource {
  readonly body: Json | undefined;
  /** A parameter: in its declared type if the request is valid, else as text. */
  readonly path: (name: string) => Json | undefined;
  readonly query: (name: string) => Json | undefined;
  readonly header: (name: string) => string | undefined;
  readonly now: () => Date;
  readonly uuid: () => string;
}

export interface Rendering {
  readonly source: TemplateSource;
  /** Receives the templates without a value. */
  readonly missing: Set<string>;
  /** The characters that may still be inserted: one request must not fill the memory. */
  remaining: number;
}

export const MAX_INSERTED = 10_000_000;

type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string };

export function hasTemplate(text: string): boolean {
  return text.includes('{{');
}

/** `{{{{` stands for `{{`. The text from the first invalid template on has the kind `text`. */
export function parseTemplate(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const found of text.matchAll(/\{\{\{\{|\{\{([^{}]*)\}\}/g)) {
    const [all, name] = found;
    if (found.index > end) parts.push({ kind: 'text', text: text.slice(end, found.index) });
    parts.push(name === undefined ? { kind: 'text', text: '{{' } : { kind: 'value', name: name.trim() });
    end = found.index + all.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** Names of values; `body.` and others need a name after the dot. */
export const TEMPLATE_NAMES = ['body', 'body.NAME', 'path.NAME', 'query.NAME', 'header.NAME', 'now', 'uuid'] as const;

export function isTemplateName(name: string): boolean {
  return /^(?:now|uuid|body|(?:body|path|query|header)\..+)$/s.test(name);
}

/** The value itself if the text is one template, else a text; a missing value is null, in a text nothing. */
export function renderText(text: string, rendering: Rendering): Json {
  if (!hasTemplate(text)) return text;
  const parts = parseTemplate(text);
  const [only, ...others] = parts;
  if (only?.kind === 'value' && others.length === 0) return insertedValue(only.name, rendering) ?? null;
  return renderAsText(text, rendering);
}

/** Also of a text that is one template. */
export function renderAsText(text: string, rendering: Rendering): string {
  return parseTemplate(text)
    .map((part) => (part.kind === 'text' ? part.text : textOf(insertedValue(part.name, rendering))))
    .join('');
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
}

function insertedValue(name: string, rendering: Rendering): Json | undefined {
  const value = readValue(name, rendering.source);
  rendering.remaining -= textOf(value).length;
  if (value !== undefined && rendering.remaining >= 0) return value;
  rendering.missing.add(name);
  return undefined;
}

function readValue(name: string, source: TemplateSource): Json | undefined {
  if (name === 'now') return source.now().toISOString();
  if (name === 'uuid') return source.uuid();
  if (name === 'body') return source.body;
  const dot = name.indexOf('.');
  const [kind, rest] = [name.slice(0, dot), name.slice(dot + 1)];
  if (kind === 'body') return rest.split('.').reduce(childOf, source.body);
  if (kind === 'path') return source.path(rest);
  return kind === 'query' ? source.query(rest) : source.header(rest.toLowerCase());
}

function childOf(value: Json | undefined, key: string): Json | undefined {
  if (isJsonArray(value)) return /^(?:0|[1-9]\d{0,8})$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
