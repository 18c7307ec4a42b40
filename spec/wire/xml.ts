/** XML 1.0: whether a text is a document of it. Entities that a document declares are neither expanded nor fetched. */
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { MAX_DEPTH } from '../json/exact-json.ts';

/** Where a text stops being XML, and why. */
export interface XmlFault {
  readonly reason: string;
  /** In UTF-16 code units. */
  readonly offset: number;
}

/** The first thing that makes it no well-formed document with namespaces; undefined for one that is. */
export function xmlFaultIn(text: string): XmlFault | undefined {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const scopes = createScopes();
  const found: XmlFault[] = [];
  let declaresEntities = false;
  const stopAt = (reason: string) => {
    found.push({ reason, offset: Math.max(0, parser.position - 1) });
    throw new Stopped();
  };
  parser.on('doctype', () => {
    declaresEntities = true;
  });
  parser.on('error', ({ message }) => {
    const reason = message.replace(/^\d+:\d+:\s*/, '').replace(/\.$/, '');
    // Saxes does not read what a DOCTYPE declares.
    if (declaresEntities && reason === 'undefined entity') return;
    stopAt(reason);
  });
  parser.on('opentag', (tag) => {
    if (scopes.open(tag) > MAX_DEPTH) stopAt(`nested deeper than ${MAX_DEPTH} levels`);
  });
  parser.on('closetag', scopes.close);
  try {
    parser.write(text).close();
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
  return found[0];
}

/** Whoever looks for the first fault reads no further. */
class Stopped extends Error {}

/** Namespaces by prefix. */
type Scope = Record<string, string>;

/**
 * Saxes looks for the namespace of each element level by level, which takes minutes where there are many of both. Here each
 * element is given those of all around it, so that the first look finds it.
 */
function createScopes() {
  const outermost: Scope = Object.assign(Object.create(null), { '': '' });
  const scopes = [outermost];
  return {
    /** How deep the element is: 1 for the root. */
    open: (tag: SaxesTagNS): number => {
      const around = scopes.at(-1) ?? outermost;
      tag.ns = Object.keys(tag.ns).length === 0 ? around : Object.assign(Object.create(around), tag.ns);
      return scopes.push(tag.ns) - 1;
    },
    close: (): void => void scopes.pop(),
  };
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

/** The root of a well-formed document; undefined for any other. */
export function parseXml(text: string): XmlElement | undefined {
  if (xmlFaultIn(text) !== undefined) return undefined;
  const parser = new SaxesParser({ xmlns: true });
  const scopes = createScopes();
  const open: Open[] = [];
  let root: XmlElement | undefined;
  parser.on('error', () => undefined);
  parser.on('opentag', (tag) => {
    scopes.open(tag);
    const element = elementOf(tag.local, Object.values(tag.attributes));
    open.at(-1)?.children.push(element);
    open.push(element);
    root ??= element;
  });
  const add = (piece: string) => {
    const current = open.at(-1);
    if (current !== undefined) current.text += piece;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    scopes.close();
    open.pop();
  });
  parser.write(text).close();
  return root;
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
