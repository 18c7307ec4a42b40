/**
 * XML 1.0: checks whether a text is well-formed. Entities that a document declares are neither expanded nor fetched.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { MAX_DEPTH } from '../json/exact-json.ts';

/** The first XML error in a text. */
export interface XmlError {
  readonly reason: string;
  /** In UTF-16 code units. */
  readonly offset: number;
}

/** Returns the first error that makes the document not well-formed with namespaces; undefined if there is none. */
export function findXmlError(text: string): XmlError | undefined {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const scopes = createNamespaceScopes();
  const errors: XmlError[] = [];
  let declaresEntities = false;
  const stopAt = (reason: string) => {
    errors.push({ reason, offset: Math.max(0, parser.position - 1) });
    throw new StopParsing();
  };
  parser.on('doctype', () => {
    declaresEntities = true;
  });
  parser.on('error', ({ message }) => {
    const reason = message.replace(/^\d+:\d+:\s*/, '').replace(/\.$/, '');
    // Saxes ignores the declarations of a DOCTYPE.
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
    if (!(error instanceof StopParsing)) throw error;
  }
  return errors[0];
}

/** Stops the parser after the first error. */
class StopParsing extends Error {}

/** Namespaces by prefix. */
type NamespaceScope = Record<string, string>;

/**
 * Saxes looks up the namespace of each element level by level, which takes minutes for documents with many levels and
 * namespaces. Here each element inherits those of its ancestors, so that the first lookup finds it.
 */
function createNamespaceScopes() {
  const outermost: NamespaceScope = Object.assign(Object.create(null), { '': '' });
  const scopes = [outermost];
  return {
    /** Returns the depth of the element: 1 for the root. */
    open: (tag: SaxesTagNS): number => {
      const enclosing = scopes.at(-1) ?? outermost;
      tag.ns = Object.keys(tag.ns).length === 0 ? enclosing : Object.assign(Object.create(enclosing), tag.ns);
      return scopes.push(tag.ns) - 1;
    },
    close: (): void => void scopes.pop(),
  };
}

/** An element with local names; namespaces are not kept. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text of the element, without that of its children. */
  readonly text: string;
  /** `xsi:nil="true"` */
  readonly isNil: boolean;
}

type OpenElement = XmlElement & { children: XmlElement[]; text: string };

/** Returns the root of a well-formed document; undefined for any other text. */
export function parseXml(text: string): XmlElement | undefined {
  if (findXmlError(text) !== undefined) return undefined;
  const parser = new SaxesParser({ xmlns: true });
  const scopes = createNamespaceScopes();
  const openElements: OpenElement[] = [];
  let root: XmlElement | undefined;
  parser.on('error', () => undefined);
  parser.on('opentag', (tag) => {
    scopes.open(tag);
    const element = toElement(tag.local, Object.values(tag.attributes));
    openElements.at(-1)?.children.push(element);
    openElements.push(element);
    root ??= element;
  });
  const appendText = (piece: string) => {
    const current = openElements.at(-1);
    if (current !== undefined) current.text += piece;
  };
  parser.on('text', appendText);
  parser.on('cdata', appendText);
  parser.on('closetag', () => {
    scopes.close();
    openElements.pop();
  });
  parser.write(text).close();
  return root;
}

interface Attribute {
  readonly local: string;
  readonly prefix: string;
  readonly value: string;
}

function toElement(name: string, attributes: readonly Attribute[]): OpenElement {
  const ownAttributes = attributes.filter(({ prefix }) => prefix !== 'xmlns');
  const isNil = ownAttributes.some(({ local, prefix, value }) => prefix !== '' && local === 'nil' && value === 'true');
  const named = new Map(ownAttributes.map(({ local, value }) => [local, value] as const));
  return { name, attributes: named, children: [], text: '', isNil };
}
