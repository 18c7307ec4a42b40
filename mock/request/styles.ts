/** How the value of a parameter stands in a request (OpenAPI 3.1, 4.8.12.3, and RFC 6570). */
import type { Parameter } from '../../spec/model/contract.ts';
import { codeOf, type Fault, quoted } from '../refusals.ts';
import { decode, decodeField, type QueryField } from './target.ts';

/** Where parameters come from; all values still encoded as they arrived. */
export interface ParameterSources {
  readonly captures: ReadonlyMap<string, string>;
  readonly query: readonly QueryField[];
  /** By lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly cookies: ReadonlyMap<string, string>;
  /** Names in the query that something else is called by: no field of a map. */
  readonly taken?: ReadonlySet<string>;
}

/** The texts sent under the name, without the prefix of the styles `label` and `matrix`. */
export function rawPieces(parameter: Parameter, sources: ParameterSources): readonly string[] {
  const { name, style } = parameter;
  if (parameter.in === 'query')
    return sources.query.filter((field) => field.name === name).map((field) => field.rawValue);
  if (parameter.in === 'header') return present(sources.header(name.toLowerCase()));
  if (parameter.in === 'cookie') return present(sources.cookies.get(name));
  const [text] = present(sources.captures.get(name));
  if (text === undefined) return [];
  if (style === 'label') return [text.replace(/^\./, '')];
  return style === 'matrix' ? matrixPieces(parameter, text.replace(/^;/, '')) : [text];
}

/** `id=7`; exploded `ids=1;ids=2`, or `x=1;y=2` for an object. */
function matrixPieces({ name, explode }: Parameter, text: string): readonly string[] {
  const prefix = `${name}=`;
  const parts = explode ? text.split(';') : [text];
  return parts.map((part) => (part.startsWith(prefix) ? part.slice(prefix.length) : part));
}

const prefixes: Readonly<Record<string, string>> = { label: '.', matrix: ';' };

/** A path segment without the sign that its style begins with. */
export function styleFault(parameter: Parameter, sources: ParameterSources): Fault | undefined {
  const { name, style } = parameter;
  const prefix = parameter.in === 'path' ? prefixes[style] : undefined;
  const text = sources.captures.get(name) ?? '';
  if (prefix === undefined || text.startsWith(prefix)) return undefined;
  return {
    rule: 'style',
    code: codeOf('style'),
    at: [parameter.in, name],
    message: `path.${name}: expected ${quoted(prefix)} before the value (style ${style}), got ${quoted(text)}`,
  };
}

/** Whether every item of a list is a piece of its own. */
export function isRepeated({ explode, style }: Parameter): boolean {
  return explode && (style === 'form' || style === 'matrix');
}

export function delimiterOf({ style, explode }: Parameter): string | RegExp {
  if (style === 'spaceDelimited') return /%20|\+| /;
  if (style === 'pipeDelimited') return /\||%7C/i;
  return style === 'label' && explode ? '.' : ',';
}

/** The target was checked on arrival; a cookie that is no percent-encoding means itself, a header always does. */
export function plain(parameter: Parameter, raw: string): string {
  if (parameter.in === 'header') return raw.trim();
  return (parameter.in === 'query' ? decodeField(raw) : decode(raw)) ?? raw;
}

function present(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}
