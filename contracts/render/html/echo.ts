/** What was sent against what came back, by property, of findings that are about the difference. */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  parseJson,
  sameJson,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import type { Evidence, Finding } from '../../finding/finding.ts';
import { html, type Markup, nothing } from './markup.ts';

interface Leaf {
  readonly path: string;
  readonly value: Json;
}

/** Nothing where either side is no JSON object. */
export function echoTable({ request, answer }: Evidence, { at }: Finding): Markup {
  const sent = leavesOf(request.body);
  const back = leavesOf(answer?.body);
  if (sent === undefined || back === undefined) return nothing;
  const wrong = at?.in === 'body' && 'path' in at ? at.path.reduce<string>(joinedPath, '') : '';
  const paths = [...new Set([...sent, ...back].map(({ path }) => path))];
  const rows = paths.map((path) =>
    echoRow({ path, wrong, sent: valueAt(sent, path), back: valueAt(back, path) }),
  );
  const shown = rows.length <= MOST_ROWS ? rows : rows.toSorted(wrongFirst).slice(0, MOST_ROWS);
  const rest = rows.length - shown.length;
  return html`<table class="echo"><caption>What was sent and what came back, by property</caption><thead><tr><th scope="col">property</th><th scope="col">sent</th><th scope="col">came back</th><th scope="col"></th></tr></thead><tbody>${shown.map(({ row }) => row)}</tbody></table>${rest > 0 ? html`<p class="muted">and ${rest} more properties</p>` : nothing}`;
}

const MOST_ROWS = 30;

interface EchoRow {
  readonly isWrong: boolean;
  readonly row: Markup;
}

function wrongFirst(a: EchoRow, b: EchoRow): number {
  return Number(b.isWrong) - Number(a.isWrong);
}

interface EchoInput {
  readonly path: string;
  /** The path that the finding is about. */
  readonly wrong: string;
  readonly sent: Json | undefined;
  readonly back: Json | undefined;
}

function echoRow({ path, wrong, sent, back }: EchoInput): EchoRow {
  const isWrong =
    wrong !== '' && (path === wrong || path.startsWith(`${wrong}.`) || path.startsWith(`${wrong}[`));
  const row = html`<tr class="${isWrong ? 'wrong' : 'other'}"><th scope="row"><code>${path || 'body'}</code></th><td>${valueMarkup(sent, back, isWrong)}</td><td>${valueMarkup(back, sent, isWrong)}</td><td>${signOf(sent, back, isWrong)}</td></tr>`;
  return { isWrong, row };
}

function signOf(sent: Json | undefined, back: Json | undefined, isWrong: boolean): Markup {
  if (sent !== undefined && back !== undefined && sameJson(sent, back)) return html`= same`;
  const words = sent === undefined ? '+ only here' : back === undefined ? '− not there' : '≠ changed';
  return isWrong ? html`<b class="bad">${words}</b>` : html`${words}`;
}

/** With what differs from the other side marked, between what both begin and end with. */
function valueMarkup(value: Json | undefined, other: Json | undefined, isMarked: boolean): Markup {
  if (value === undefined) return html`<span class="muted">nothing</span>`;
  const text = stringifyJson(value);
  if (!isMarked || other === undefined) return html`<code>${text}</code>`;
  const { start, end } = differing([...text], [...stringifyJson(other)]);
  const [before, part, after] = [
    [...text].slice(0, start),
    [...text].slice(start, end),
    [...text].slice(end),
  ];
  const marked = part.length === 0 ? nothing : html`<mark>${part.join('')}</mark>`;
  return html`<code>${before.join('')}${marked}${after.join('')}</code>`;
}

/** By characters of the first. */
function differing(text: readonly string[], other: readonly string[]): { start: number; end: number } {
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (start < shorter && text[start] === other[start]) start++;
  let same = 0;
  while (same < shorter - start && text.at(-1 - same) === other.at(-1 - same)) same++;
  return { start, end: text.length - same };
}

function leavesOf(body: string | undefined): readonly Leaf[] | undefined {
  const parsed = parseJson(body ?? '');
  return parsed.ok && isJsonObject(parsed.value) ? [...leaves(parsed.value, '')] : undefined;
}

function* leaves(value: Json, path: string): Generator<Leaf> {
  const members: readonly (readonly [string | number, Json])[] = isJsonArray(value)
    ? [...value.entries()]
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  if (members.length === 0) yield { path, value };
  for (const [key, member] of members) yield* leaves(member, joinedPath(path, key));
}

function joinedPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}

function valueAt(found: readonly Leaf[], wanted: string): Json | undefined {
  return found.find(({ path }) => path === wanted)?.value;
}
