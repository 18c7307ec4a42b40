/** Hides the secret fields of one exchange, and with what was found makes a mask for the rest of it, which may repeat it. */
import { type Mask, masking } from '../../../secrets/masking.ts';
import { type GivenHeaders, MASK } from '../../authenticate/credential-places.ts';
import { decode } from '../../http/target.ts';
import type { BodyHead } from '../body-head.ts';
import type { SecretFields } from './fields.ts';
import { type Hidden, hideNamed, secretFields } from './hide.ts';
import { withoutRanges } from './names.ts';

export interface ExchangeParts {
  readonly target: string;
  readonly headers: GivenHeaders;
  readonly asked: BodyHead | undefined;
  readonly status: number | undefined;
  readonly sentHeaders: GivenHeaders | undefined;
  readonly answered: BodyHead | undefined;
  /** As messages quote secrets. */
  readonly quoted: readonly string[];
}

export interface HiddenExchange extends Omit<ExchangeParts, 'quoted' | 'status'> {
  readonly mask: Mask;
}

export function hideSecrets(parts: ExchangeParts, fields: SecretFields): HiddenExchange {
  const values: string[] = [];
  const hide = <T>({ shown, values: found }: Found<T>): T => {
    values.push(...found);
    return shown;
  };
  const type = typeIn(parts.headers);
  const isWhole = fields.isRequestBody(type);
  return {
    target: hide(hiddenTarget(parts.target, fields)),
    headers: hide(hiddenHeaders(parts.headers, fields)),
    asked: hide(hiddenBody(parts.asked, { fields, isWhole, type })),
    sentHeaders: parts.sentHeaders && hide(hiddenHeaders(parts.sentHeaders, fields)),
    answered: hide(hiddenAnswer(parts, fields)),
    mask: maskOf(values, parts.quoted),
  };
}

interface Found<T> {
  readonly shown: T;
  readonly values: readonly string[];
}

/** Shorter ones stand in other words by chance. */
const SHORTEST = 6;
/** So many are looked for elsewhere: a body may have as many fields as it likes. */
const MOST = 100;

function maskOf(values: readonly string[], quoted: readonly string[]): Mask {
  const telling = [...values, ...quoted].filter((value) => value.length >= SHORTEST);
  return masking([...new Set(telling)].slice(0, MOST), MASK);
}

/** What a target gives: fields of its query, and the parameters of its path. */
export function hiddenTarget(target: string, { names, path }: SecretFields): Found<string> {
  const start = target.indexOf('?');
  const [before, query] = start < 0 ? [target, ''] : [target.slice(0, start), target.slice(start)];
  const inPath = path === undefined ? { shown: before, values: [] } : hiddenPath(before, path);
  const ranges = query === '' || !names.mayBeIn(query) ? [] : [...secretFields(query, names, false)];
  if (ranges.length === 0) return { shown: `${inPath.shown}${query}`, values: inPath.values };
  return {
    shown: `${inPath.shown}${withoutRanges(query, ranges)}`,
    values: [...inPath.values, ...ranges.flatMap((range) => range.values)],
  };
}

/** From the end: before the template may stand a prefix. */
function hiddenPath(path: string, template: string): Found<string> {
  const parts = path.split('/');
  const expected = template.split('/');
  const values: string[] = [];
  const shown = parts.map((part, index) => {
    const pattern = expected[index - parts.length + expected.length] ?? '';
    if (!pattern.includes('{') || part === '') return part;
    values.push(part, decode(part) ?? part);
    return MASK;
  });
  return { shown: shown.join('/'), values };
}

function hiddenHeaders(headers: GivenHeaders, fields: SecretFields): Found<GivenHeaders> {
  if (fields.headers.size === 0) return { shown: headers, values: [] };
  const all = Object.entries(headers);
  const isHidden = (name: string) => fields.headers.has(name.toLowerCase());
  const shown = Object.fromEntries(
    all.map(([name, value]) => [name, isHidden(name) && value ? MASK : value]),
  );
  return { shown, values: all.flatMap(([name, value]) => (isHidden(name) && value ? [value].flat() : [])) };
}

interface Describing {
  readonly fields: SecretFields;
  readonly isWhole: boolean;
  readonly type: string | undefined;
}

function hiddenAnswer({ status, sentHeaders = {}, answered }: ExchangeParts, fields: SecretFields) {
  const type = typeIn(sentHeaders);
  const isWhole = status !== undefined && fields.isResponseBody(status, type);
  return hiddenBody(answered, { fields, isWhole, type });
}

function hiddenBody(
  head: BodyHead | undefined,
  { fields, isWhole, type }: Describing,
): Found<BodyHead | undefined> {
  if (head === undefined) return { shown: undefined, values: [] };
  const { text, values }: Hidden = isWhole
    ? { text: MASK, values: wholeValues(head.text) }
    : hideNamed(head.text, fields.names, type !== undefined && FORM.test(type));
  return { shown: text === head.text ? head : { ...head, text }, values };
}

const FORM = /^\s*application\/x-www-form-urlencoded\b/i;

/** A text, or one in JSON. */
function wholeValues(text: string): readonly string[] {
  return [text, text.replace(/^"(.*)"$/s, '$1')];
}

function typeIn(headers: GivenHeaders): string | undefined {
  const name = Object.keys(headers).find((one) => one.toLowerCase() === 'content-type');
  const value = name === undefined ? undefined : headers[name];
  return typeof value === 'string' ? value : value?.[0];
}
