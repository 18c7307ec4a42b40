/**
 * What identifies an error response in any request: the place in the code if it shows a stack trace, otherwise its
 * text without the parts that differ from request to request.
 */
import { isJsonArray, isJsonObject, type Json, parseJson } from '../../spec/json/exact-json.ts';
import type { Evidence } from '../finding/finding.ts';

/** Empty for a response without a text. */
export function responseSignature({ request, response }: Evidence): string {
  if (response === undefined) return '';
  const { body } = response;
  const place = stackPlace(body);
  if (place !== undefined) return place;
  const parsed = parseJson(body);
  const text = parsed.ok
    ? jsonTexts(parsed.value).join(' ')
    : body.replaceAll(/<(style|script)\b.*?<\/\1>|<[^>]*>/gs, ' ');
  return withoutVaryingParts(withoutSent(text, request)).slice(0, MAX_LENGTH);
}

const MAX_LENGTH = 300;

/**
 * The names at the top of a JSON body, or of the first item of a list: those of an envelope, or of a format of errors.
 * Undefined for any other body.
 */
export function bodyNames({ response }: Evidence): string | undefined {
  const parsed = parseJson(response?.body ?? '');
  const first = parsed.ok && isJsonArray(parsed.value) ? parsed.value[0] : parsed.ok ? parsed.value : undefined;
  return first !== undefined && isJsonObject(first) ? Object.keys(first).toSorted().join(' ') : undefined;
}

/** Files and lines of stack traces of the usual languages, in a text or within a JSON string. */
const framePattern =
  /([\w./\\@ -]*[\w-]\.(?:[cm]?[jt]sx?|py|java|kt|scala|go|cs|php|rb|rs|exs?))(?:\\?["')]*, line |:line |:|\()(\d+)/g;

const libraryPattern =
  /node_modules|node:|site-packages|dist-packages|\/(?:usr|opt)\/(?:local\/)?lib|vendor[\\/]|gems[\\/]/;

/** The places of a stack trace, as `file:line`, in the order of the text; empty without a stack trace. */
export function stackFrames(text: string): readonly string[] {
  const frames = [...text.matchAll(framePattern)].map(([, file = '', line = '']) => `${file.trim()}:${line}`);
  return frames.length < MIN_FRAMES ? [] : frames;
}

/** The innermost place in a stack trace that is not in a library; undefined without a stack trace. */
function stackPlace(text: string): string | undefined {
  const frames = stackFrames(text);
  if (frames.length === 0) return undefined;
  // Python lists the innermost call last.
  const ordered = /most recent call last/.test(text) ? frames.toReversed() : frames;
  return ordered.find((frame) => !libraryPattern.test(frame)) ?? ordered[0];
}

/** A message may name one file. */
const MIN_FRAMES = 2;

function jsonTexts(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isJsonArray(value)) return value.flatMap(jsonTexts);
  return isJsonObject(value) ? Object.values(value).flatMap(jsonTexts) : [];
}

const MIN_SENT_LENGTH = 3;

/** Removes the values of the request, which error messages quote. */
function withoutSent(text: string, { url, body }: Evidence['request']): string {
  const { pathname, searchParams } = URL.parse(url) ?? { pathname: url, searchParams: new URLSearchParams() };
  const parsed = parseJson(body ?? '');
  const sent = [
    ...pathname.split('/').map(decode),
    ...searchParams.values(),
    ...(parsed.ok ? jsonTexts(parsed.value) : []),
  ].filter((value) => value.length >= MIN_SENT_LENGTH && !/^[A-Za-z]+$/.test(value));
  return sent
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, value) => rest.replaceAll(value, ' '), text.replaceAll(pathname, ' '));
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Removes methods, paths, quoted values, identifiers, dates and numbers. */
function withoutVaryingParts(text: string): string {
  return text
    .replaceAll(/\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE)\b/g, ' ')
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, ' ')
    .replaceAll(/(?<![\w<])\/[^\s"'<>]*/g, ' ')
    .replaceAll(/\b[\w-]*\d[\w:.+-]*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
