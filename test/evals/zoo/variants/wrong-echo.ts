import { faulty } from '../variant.ts';
import { type PlantStoreChange, returnsName, returnsTag } from './changes.ts';

/** Names that do not come back as they were sent. */
export const wrongNames = faulty('basic', [
  { name: 'trims-name', description: 'It trims the name.', behavior: returnsName((name) => name.trim()) },
  {
    name: 'collapses-white-space',
    description: 'It makes one space of several in the name, as normalize-space does.',
    behavior: returnsName((name) => name.replace(/\s+/g, ' ')),
  },
  {
    name: 'lowers-name',
    description: 'It returns the name in lower case.',
    behavior: returnsName((name) => name.toLowerCase()),
  },
  {
    name: 'titles-name',
    description: 'It returns each word of the name capitalised, as str.title() does.',
    behavior: returnsName((name) => name.replace(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase())),
  },
  {
    name: 'escapes-html',
    description: 'It escapes the name for HTML, as htmlspecialchars() does on input.',
    behavior: returnsName(escapeHtml),
  },
  {
    name: 'strips-markup',
    description: 'It cuts from the name what looks like markup, as strip_tags() does.',
    behavior: returnsName((name) => name.replace(/<[^>]*>?/g, '')),
  },
  {
    name: 'adds-slashes',
    description: 'It puts backslashes before quotes, as the magic quotes of PHP do.',
    behavior: returnsName((name) => name.replace(/['"\\]/g, '\\$&')),
  },
  {
    name: 'removes-quotes',
    description: 'It removes quotes from the name, as home-made protection from SQL injection does.',
    behavior: returnsName((name) => name.replace(/['"]/g, '')),
  },
  {
    name: 'decomposes-name',
    description: 'It returns letters and accents apart (NFD), as the file system of older Macs does.',
    behavior: returnsName((name) => name.normalize('NFD')),
  },
  {
    name: 'removes-accents',
    description: 'It returns the letters without their accents, as a slug maker does.',
    behavior: returnsName((name) =>
      name
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .normalize('NFC'),
    ),
  },
  {
    name: 'drops-non-ascii',
    description: 'It drops all but ASCII from the name, as encode("ascii", "ignore") does.',
    behavior: returnsName((name) => name.replace(/[^\0-\x7f]/g, '')),
  },
  {
    name: 'questions-non-latin-1',
    description: 'It puts ? instead of characters beyond Latin-1, as getBytes(ISO_8859_1) does.',
    behavior: returnsName((name) => name.replace(/[^\0-\xff]/gu, '?')),
  },
  {
    name: 'questions-emoji',
    description: 'It puts ? instead of characters beyond U+FFFF, as an old utf8 column in MySQL does.',
    behavior: returnsName((name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  },
  {
    name: 'cuts-at-emoji',
    description: 'It cuts the name at the first character beyond U+FFFF, as utf8mb3 in MySQL does when not strict.',
    behavior: returnsName((name) => name.replace(/[\u{10000}-\u{10ffff}].*$/su, '')),
  },
  {
    name: 'reads-utf-8-as-latin-1',
    description: 'It reads UTF-8 as Latin-1, so that é comes back as Ã©, as a servlet without an encoding does.',
    behavior: returnsName((name) => Buffer.from(name).toString('latin1')),
  },
  {
    name: 'cuts-name-at-255',
    description: 'It truncates the name to 255 characters, as MySQL does when not strict.',
    behavior: returnsName((name) => name.slice(0, 255)),
  },
  {
    name: 'renames-empty-name',
    description: 'It returns "Unnamed" for an empty name, as name || "Unnamed" does.',
    behavior: returnsName((name) => name || 'Unnamed'),
  },
  {
    name: 'leaves-out-empty-name',
    description: 'It omits an empty name from the response, as omitempty in Go does.',
    behavior: () => ({
      serializePlant: ({ name, tag }) => ({
        ...(name === '' ? {} : { name }),
        ...(tag === undefined ? {} : { tag }),
      }),
    }),
  },
  {
    name: 'returns-always-the-same',
    description: 'It returns the example of the specification whatever was sent, as a mock does.',
    behavior: () => ({ serializePlant: () => ({ name: 'string', tag: 'string' }) }),
  },
  {
    name: 'adds-id-to-name',
    description: 'It returns the id behind the name.',
    behavior: () => ({
      serializePlant: ({ id, name, tag }) => ({
        name: `${String(name)} #${id}`,
        ...(tag === undefined ? {} : { tag }),
      }),
    }),
  },
]);

/** Tags that do not come back as they were sent. */
export const wrongTags = faulty('basic', [
  { name: 'drops-tag', description: 'It omits the tag.', behavior: returnsTag(() => undefined) },
  { name: 'trims-tag', description: 'It trims the tag.', behavior: returnsTag((tag) => tag.trim()) },
  {
    name: 'lowers-tag',
    description: 'It returns the tag in lower case.',
    behavior: returnsTag((tag) => tag.toLowerCase()),
  },
  {
    name: 'escapes-html-in-tag',
    description: 'It escapes the tag for HTML.',
    behavior: returnsTag(escapeHtml),
  },
  {
    name: 'leaves-out-empty-tag',
    description: 'It omits a tag that was sent as "", as omitempty in Go does.',
    behavior: returnsTag((tag) => tag || undefined),
  },
  {
    name: 'returns-null-for-empty-tag',
    description: 'It returns null for a tag that was sent as "", as Oracle stores it.',
    behavior: returnsTag((tag) => tag || null),
  },
  {
    name: 'returns-null-for-missing-tag',
    description: 'It returns a tag of null where none was sent, as Jackson and System.Text.Json do by default.',
    behavior: inventsTag(() => null),
  },
  {
    name: 'returns-empty-for-missing-tag',
    description: 'It returns a tag of "" where none was sent, as a Go struct without omitempty does.',
    behavior: inventsTag(() => ''),
  },
  {
    name: 'invents-missing-tag',
    description: 'It returns the tag "general" where none was sent, as a column with a default does.',
    behavior: inventsTag(() => 'general'),
  },
  {
    name: 'returns-name-for-missing-tag',
    description: 'It returns the name as tag where none was sent.',
    behavior: inventsTag((name) => name),
  },
  {
    name: 'returns-name-as-tag',
    description: 'It returns the name where the tag belongs, as a line that was copied and not finished does.',
    behavior: (right) => ({
      serializePlant: (plant) => right.serializePlant(plant.tag === undefined ? plant : { ...plant, tag: plant.name }),
    }),
  },
  {
    name: 'swaps-name-and-tag',
    description: 'It returns name and tag swapped, as arguments in the wrong order do.',
    behavior: (right) => ({
      serializePlant: (plant) =>
        right.serializePlant(plant.tag === undefined ? plant : { ...plant, name: plant.tag, tag: plant.name }),
    }),
  },
]);

function inventsTag(tag: (name: string) => string | null): PlantStoreChange {
  return (right) => ({
    serializePlant: (plant) =>
      right.serializePlant({ ...plant, tag: plant.tag === undefined ? tag(String(plant.name)) : plant.tag }),
  });
}

function escapeHtml(text: string): string {
  const entities = new Map([
    ['&', '&amp;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
    ['"', '&quot;'],
    ["'", '&#039;'],
  ]);
  return text.replace(/[&<>"']/g, (character) => entities.get(character) ?? character);
}
