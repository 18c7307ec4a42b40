/** Compares the request body and the response body by property, for findings about their difference. */
import {
  isEqualJson,
  isJsonArray,
  isJsonObject,
  type Json,
  parseJson,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import type { Evidence, Finding } from '../../finding/finding.ts';
import { emptyMarkup, html, type Markup } from './markup.ts';

interface BodyLeaf {
  readonly path: string;
  readonly value: Json;
}

/** Empty if either side is not a JSON object. */
export function bodyDiffTable({ request, response }: Evidence, { responsePart }: Finding): Markup {
  const sent = parseLeaves(request.body);
  const received = parseLeaves(response?.body);
  if (sent === undefined || received === undefined) return emptyMarkup;
  const violatedPath =
    responsePart?.in === 'body' && 'path' in responsePart ? responsePart.path.reduce<string>(joinPath, '') : '';
  const paths = [...new Set([...sent, ...received].map(({ path }) => path))];
  const rows = paths.map((path) =>
    bodyDiffRow({ path, violatedPath, sent: findValue(sent, path), received: findValue(received, path) }),
  );
  const shown = rows.length <= MAX_ROWS ? rows : rows.toSorted(compareByWrong).slice(0, MAX_ROWS);
  const rest = rows.length - shown.length;
  return html`<table class="echo"><caption>Request and response by property</caption><thead><tr><th scope="col">property</th><th scope="col">request</th><th scope="col">response</th><th scope="col"></th></tr></thead><tbody>${shown.map(({ row }) => row)}</tbody></table>${rest > 0 ? html`<p class="muted">and ${rest} more properties</p>` : emptyMarkup}`;
}

const MAX_ROWS = 30;

interface BodyDiffRow {
  readonly isWrong: boolean;
  readonly row: Markup;
}

function compareByWrong(a: BodyDiffRow, b: BodyDiffRow): number {
  return Number(b.isWrong) - Number(a.isWrong);
}

interface BodyDiffInput {
  readonly path: string;
  /** The path that the finding is about. */
  readonly violatedPath: string;
  readonly sent: Json | undefined;
  readonly received: Json | undefined;
}

function bodyDiffRow({ path, violatedPath, sent, received }: BodyDiffInput): BodyDiffRow {
  const isWrong =
    violatedPath !== '' &&
    (path === violatedPath || path.startsWith(`${violatedPath}.`) || path.startsWith(`${violatedPath}[`));
  const row = html`<tr class="${isWrong ? 'wrong' : 'other'}"><th scope="row"><code>${path || 'body'}</code></th><td>${valueMarkup(sent, received, isWrong)}</td><td>${valueMarkup(received, sent, isWrong)}</td><td>${changeSign(sent, received, isWrong)}</td></tr>`;
  return { isWrong, row };
}

function changeSign(sent: Json | undefined, received: Json | undefined, isWrong: boolean): Markup {
  if (sent !== undefined && received !== undefined && isEqualJson(sent, received)) return html`= same`;
  const label = sent === undefined ? '+ only in the response' : received === undefined ? '− missing' : '≠ changed';
  return isWrong ? html`<b class="bad">${label}</b>` : html`${label}`;
}

/** Highlights what differs from the other side, between the common beginning and the common end. */
function valueMarkup(value: Json | undefined, other: Json | undefined, isMarked: boolean): Markup {
  if (value === undefined) return html`<span class="muted">missing</span>`;
  const text = stringifyJson(value);
  if (!isMarked || other === undefined) return html`<code>${text}</code>`;
  const { start, end } = findDifference([...text], [...stringifyJson(other)]);
  const [before, part, after] = [[...text].slice(0, start), [...text].slice(start, end), [...text].slice(end)];
  const marked = part.length === 0 ? emptyMarkup : html`<mark>${part.join('')}</mark>`;
  return html`<code>${before.join('')}${marked}${after.join('')}</code>`;
}

/** The differing part of `text`, in characters. */
function findDifference(text: readonly string[], other: readonly string[]): { start: number; end: number } {
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (start < shorter && text[start] === other[start]) start++;
  let commonSuffix = 0;
  while (commonSuffix < shorter - start && text.at(-1 - commonSuffix) === other.at(-1 - commonSuffix)) commonSuffix++;
  return { start, end: text.length - commonSuffix };
}

function parseLeaves(body: string | undefined): readonly BodyLeaf[] | undefined {
  const parsed = parseJson(body ?? '');
  return parsed.ok && isJsonObject(parsed.value) ? [...collectLeaves(parsed.value, '')] : undefined;
}

function* collectLeaves(value: Json, path: string): Generator<BodyLeaf> {
  const members: readonly (readonly [string | number, Json])[] = isJsonArray(value)
    ? [...value.entries()]
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  if (members.length === 0) yield { path, value };
  for (const [key, member] of members) yield* collectLeaves(member, joinPath(path, key));
}

function joinPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}

function findValue(leaves: readonly BodyLeaf[], searchedPath: string): Json | undefined {
  return leaves.find(({ path }) => path === searchedPath)?.value;
}
