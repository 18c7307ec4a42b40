import { malformedRequest } from './error.ts';

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  readonly text: string;
}

interface Found {
  readonly element: Element;
  readonly end: number;
}

/** XML 1.0, section 2.2. */
const forbidden = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const name = String.raw`[A-Za-z_][\w.-]*`;
const attribute = String.raw`\s+${name}\s*=\s*(?:"[^"<]*"|'[^'<]*')`;
const openTag = new RegExp(`<(${name})((?:${attribute})*)\\s*(/?)>`, 'y');
const closeTag = new RegExp(`</(${name})\\s*>`, 'y');
const ignored = /<!--(?:(?!--)[\s\S])*-->|<\?(?!xml\s)[\s\S]*?\?>/y;
const cdata = /<!\[CDATA\[([\s\S]*?)\]\]>/y;
const chars = /[^<]+/y;

/** One document of elements, attributes and text: no DTD, no namespaces. Throws `Refusal`. */
export function parseXml(source: string): Element {
  const text = source.replace(/^\uFEFF?(?:<\?xml\s[^?]*\?>)?/, '');
  if (forbidden.test(text)) throw malformedRequest('XML has no such character.');
  const { element, end } = elementAt(text, skipped(text, 0));
  if (skipped(text, end) !== text.length) throw malformedRequest('Something follows the XML.');
  return element;
}

function skipped(text: string, start: number): number {
  const blank = matchAt(/\s+/y, text, start) ?? matchAt(ignored, text, start);
  return blank === undefined ? start : skipped(text, start + blank[0].length);
}

function elementAt(text: string, start: number): Found {
  const open = matchAt(openTag, text, start);
  if (open === undefined) throw malformedRequest('This is no XML.');
  const [tag, called = '', inside = '', empty] = open;
  const attributes = attributesOf(inside);
  const after = start + tag.length;
  if (empty === '/') return { element: { name: called, attributes, children: [], text: '' }, end: after };
  return contentOf({ name: called, attributes, children: [], text: '' }, text, after);
}

/** Up to its closing tag. */
function contentOf(begun: Element, source: string, start: number): Found {
  let element = begun;
  let at = start;
  while (at < source.length) {
    const close = matchAt(closeTag, source, at);
    if (close !== undefined) {
      if (close[1] !== element.name) throw malformedRequest('An element is closed that is not open.');
      return { element, end: at + close[0].length };
    }
    const { grown, end } = grownBy(element, source, at);
    [element, at] = [grown, end];
  }
  throw malformedRequest('An element is not closed.');
}

function grownBy(element: Element, source: string, at: number): { readonly grown: Element; readonly end: number } {
  const plain = matchAt(chars, source, at);
  const raw = matchAt(cdata, source, at);
  const nothing = matchAt(ignored, source, at);
  const [piece] = plain ?? raw ?? nothing ?? [];
  if (piece === undefined) {
    const { element: child, end } = elementAt(source, at);
    return { grown: { ...element, children: [...element.children, child] }, end };
  }
  if (plain !== undefined && piece.includes(']]>')) throw malformedRequest('Text has no ]]>.');
  const added = plain === undefined ? (raw?.[1] ?? '') : withEntities(piece);
  return { grown: { ...element, text: element.text + added }, end: at + piece.length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(new RegExp(`(${name})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g'))];
  const pairs = found.map(([, key = '', double, single]) => [key, withEntities(double ?? single ?? '')] as const);
  const attributes = new Map(pairs);
  if (attributes.size < pairs.length) throw malformedRequest('An attribute is given twice.');
  return attributes;
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function withEntities(text: string): string {
  return text.replaceAll(/&([^;&\s]*);?/g, (all, reference: string) => {
    const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(reference) ?? [];
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (code <= 0x10ffff && !forbidden.test(String.fromCodePoint(code))) return String.fromCodePoint(code);
    const known = all.endsWith(';') ? entities.get(reference) : undefined;
    if (known === undefined) throw malformedRequest('An ampersand begins no entity that is known.');
    return known;
  });
}

/** Text as it stands between tags and in attributes. */
export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
