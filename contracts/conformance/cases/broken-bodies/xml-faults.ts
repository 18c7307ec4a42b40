/** Ways to make a document of XML none (XML 1.0, section 2.1). */

interface XmlDamage {
  readonly name: string;
  readonly words: string;
  /** Undefined where the text has no place for it. */
  damage(text: string): string | undefined;
}

export const xmlFaults: readonly XmlDamage[] = [
  {
    name: 'cut off',
    words: 'it breaks off in the middle',
    damage: (text) => text.slice(0, Math.ceil(text.length / 2)),
  },
  {
    name: 'not closed',
    words: 'the root element is not closed',
    damage: (text) => (/<\/[^>]+>\s*$/.test(text) ? text.replace(/<\/[^>]+>\s*$/, '') : undefined),
  },
  {
    name: 'closed by another name',
    words: 'the root element is closed by another name',
    damage: (text) =>
      /<\/[^>]+>\s*$/.test(text) ? text.replace(/<\/[^>]+>\s*$/, '</other-name>') : undefined,
  },
  { name: 'two roots', words: 'there are two root elements', damage: (text) => `${text}<second/>` },
  { name: 'text behind', words: 'text follows the root element', damage: (text) => `${text}rest` },
  { name: 'no element', words: 'there is only text', damage: () => 'neither element nor attribute' },
  { name: 'json', words: 'it is JSON', damage: () => '{"value":7}' },
  {
    name: 'ampersand',
    words: 'an ampersand is not escaped',
    damage: (text) => (/<\//.test(text) ? text.replace(/<\//, 'a & b</') : undefined),
  },
  {
    name: 'unknown entity',
    words: 'it has an entity that nobody declares',
    damage: (text) => (/<\//.test(text) ? text.replace(/<\//, '&nowhere;</') : undefined),
  },
  {
    name: 'control character',
    words: 'it holds a control character',
    damage: (text) => (/<\//.test(text) ? text.replace(/<\//, '\u0001</') : undefined),
  },
];
