/** XML 1.0: whether a text is a document of it. Entities that a document declares are neither expanded nor fetched. */
import { SaxesParser } from 'saxes';

/** Where a text stops being XML, and why. */
export interface XmlFault {
  readonly reason: string;
  /** In UTF-16 code units. */
  readonly offset: number;
}

/** The first thing that makes it no well-formed document with namespaces; undefined for one that is. */
export function xmlFaultIn(text: string): XmlFault | undefined {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const found: XmlFault[] = [];
  let declaresEntities = false;
  parser.on('doctype', () => {
    declaresEntities = true;
  });
  parser.on('error', ({ message }) => {
    const reason = message.replace(/^\d+:\d+:\s*/, '').replace(/\.$/, '');
    // Saxes does not read what a DOCTYPE declares.
    if (declaresEntities && reason === 'undefined entity') return;
    found.push({ reason, offset: Math.max(0, parser.position - 1) });
  });
  parser.write(text).close();
  return found[0];
}

/** Names without prefixes; those of namespaces are not kept. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** All of its own, without that of its children. */
  readonly text: string;
  /** `xsi:nil="true"` */
  readonly isNil: boolean;
}

type Open = XmlElement & { children: XmlElement[]; text: string };

/** Deeper ones come from a hostile client only. */
const DEEPEST_XML = 200;

/** The root of a well-formed document; undefined for any other, and for one that is too deep. */
export function parseXml(text: string): XmlElement | undefined {
  if (xmlFaultIn(text) !== undefined) return undefined;
  const parser = new SaxesParser({ xmlns: true });
  const open: Open[] = [];
  let root: XmlElement | undefined;
  let deepest = 0;
  parser.on('error', () => undefined);
  parser.on('opentag', ({ local, attributes }) => {
    const element = elementOf(local, Object.values(attributes));
    deepest = Math.max(deepest, open.push(element));
    if (deepest > DEEPEST_XML) return;
    if (open.length === 1) root = element;
    else open.at(-2)?.children.push(element);
  });
  const add = (piece: string) => {
    const current = open.at(-1);
    if (current !== undefined) current.text += piece;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => open.pop());
  parser.write(text).close();
  return deepest > DEEPEST_XML ? undefined : root;
}

interface Attribute {
  readonly local: string;
  readonly prefix: string;
  readonly value: string;
}

function elementOf(name: string, attributes: readonly Attribute[]): Open {
  const own = attributes.filter(({ prefix }) => prefix !== 'xmlns');
  const isNil = own.some(({ local, prefix, value }) => prefix !== '' && local === 'nil' && value === 'true');
  const named = new Map(own.map(({ local, value }) => [local, value] as const));
  return { name, attributes: named, children: [], text: '', isNil };
}
