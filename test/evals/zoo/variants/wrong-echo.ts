import { faulty } from '../variant.ts';
import { type Change, showsName, showsTag } from './changes.ts';

/** Names that do not come back as they were sent. */
export const wrongNames = faulty('basic', [
  { name: 'trims-name', what: 'It trims the name.', behaviour: showsName((name) => name.trim()) },
  {
    name: 'collapses-white-space',
    what: 'It makes one space of several in the name, as normalize-space does.',
    behaviour: showsName((name) => name.replace(/\s+/g, ' ')),
  },
  {
    name: 'lowers-name',
    what: 'It answers with the name in small letters.',
    behaviour: showsName((name) => name.toLowerCase()),
  },
  {
    name: 'titles-name',
    what: 'It answers with each word of the name capitalised, as str.title() does.',
    behaviour: showsName((name) => name.replace(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase())),
  },
  {
    name: 'escapes-html',
    what: 'It escapes the name for HTML, as htmlspecialchars() does on input.',
    behaviour: showsName(escapeHtml),
  },
  {
    name: 'strips-markup',
    what: 'It cuts from the name what looks like markup, as strip_tags() does.',
    behaviour: showsName((name) => name.replace(/<[^>]*>?/g, '')),
  },
  {
    name: 'adds-slashes',
    what: 'It puts backslashes before quotes, as the magic quotes of PHP do.',
    behaviour: showsName((name) => name.replace(/['"\\]/g, '\\$&')),
  },
  {
    name: 'removes-quotes',
    what: 'It removes quotes from the name, as home-made protection from SQL injection does.',
    behaviour: showsName((name) => name.replace(/['"]/g, '')),
  },
  {
    name: 'decomposes-name',
    what: 'It answers with letters and accents apart (NFD), as the file system of older Macs does.',
    behaviour: showsName((name) => name.normalize('NFD')),
  },
  {
    name: 'removes-accents',
    what: 'It answers with the letters without their accents, as a slug maker does.',
    behaviour: showsName((name) =>
      name
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .normalize('NFC'),
    ),
  },
  {
    name: 'drops-non-ascii',
    what: 'It drops all but ASCII from the name, as encode("ascii", "ignore") does.',
    behaviour: showsName((name) => name.replace(/[^\0-\x7f]/g, '')),
  },
  {
    name: 'questions-non-latin-1',
    what: 'It puts ? in place of characters beyond Latin-1, as getBytes(ISO_8859_1) does.',
    behaviour: showsName((name) => name.replace(/[^\0-\xff]/gu, '?')),
  },
  {
    name: 'questions-emoji',
    what: 'It puts ? in place of characters beyond U+FFFF, as an old utf8 column in MySQL does.',
    behaviour: showsName((name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  },
  {
    name: 'cuts-at-emoji',
    what: 'It cuts the name at the first character beyond U+FFFF, as utf8mb3 in MySQL does when not strict.',
    behaviour: showsName((name) => name.replace(/[\u{10000}-\u{10ffff}].*$/su, '')),
  },
  {
    name: 'reads-utf-8-as-latin-1',
    what: 'It reads UTF-8 as Latin-1, so that é comes back as Ã©, as a servlet without an encoding does.',
    behaviour: showsName((name) => Buffer.from(name).toString('latin1')),
  },
  {
    name: 'cuts-name-at-255',
    what: 'It cuts the name to 255 characters, as MySQL does when not strict.',
    behaviour: showsName((name) => name.slice(0, 255)),
  },
  {
    name: 'renames-empty-name',
    what: 'It answers with "Unnamed" for an empty name, as name || "Unnamed" does.',
    behaviour: showsName((name) => name || 'Unnamed'),
  },
  {
    name: 'leaves-out-empty-name',
    what: 'It leaves an empty name out of the answer, as omitempty in Go does.',
    behaviour: () => ({
      show: ({ name, tag }) => ({ ...(name === '' ? {} : { name }), ...(tag === undefined ? {} : { tag }) }),
    }),
  },
  {
    name: 'answers-always-the-same',
    what: 'It answers with the example of the specification whatever was sent, as a mock does.',
    behaviour: () => ({ show: () => ({ name: 'string', tag: 'string' }) }),
  },
  {
    name: 'adds-id-to-name',
    what: 'It answers with the id behind the name.',
    behaviour: () => ({
      show: ({ id, name, tag }) => ({
        name: `${String(name)} #${id}`,
        ...(tag === undefined ? {} : { tag }),
      }),
    }),
  },
]);

/** Tags that do not come back as they were sent. */
export const wrongTags = faulty('basic', [
  { name: 'drops-tag', what: 'It leaves the tag out.', behaviour: showsTag(() => undefined) },
  { name: 'trims-tag', what: 'It trims the tag.', behaviour: showsTag((tag) => tag.trim()) },
  {
    name: 'lowers-tag',
    what: 'It answers with the tag in small letters.',
    behaviour: showsTag((tag) => tag.toLowerCase()),
  },
  {
    name: 'escapes-html-in-tag',
    what: 'It escapes the tag for HTML.',
    behaviour: showsTag(escapeHtml),
  },
  {
    name: 'leaves-out-empty-tag',
    what: 'It leaves out a tag that was sent as "", as omitempty in Go does.',
    behaviour: showsTag((tag) => tag || undefined),
  },
  {
    name: 'answers-null-for-empty-tag',
    what: 'It answers null for a tag that was sent as "", as Oracle stores it.',
    behaviour: showsTag((tag) => tag || null),
  },
  {
    name: 'answers-null-for-missing-tag',
    what: 'It answers a tag of null where none was sent, as Jackson and System.Text.Json do by default.',
    behaviour: inventsTag(() => null),
  },
  {
    name: 'answers-empty-for-missing-tag',
    what: 'It answers a tag of "" where none was sent, as a Go struct without omitempty does.',
    behaviour: inventsTag(() => ''),
  },
  {
    name: 'invents-missing-tag',
    what: 'It answers the tag "general" where none was sent, as a column with a default does.',
    behaviour: inventsTag(() => 'general'),
  },
  {
    name: 'answers-name-for-missing-tag',
    what: 'It answers the name as tag where none was sent.',
    behaviour: inventsTag((name) => name),
  },
  {
    name: 'answers-name-as-tag',
    what: 'It answers the name where the tag belongs, as a line that was copied and not finished does.',
    behaviour: (right) => ({
      show: (plant) => right.show(plant.tag === undefined ? plant : { ...plant, tag: plant.name }),
    }),
  },
  {
    name: 'swaps-name-and-tag',
    what: 'It answers name and tag in each other’s place, as arguments in the wrong order do.',
    behaviour: (right) => ({
      show: (plant) =>
        right.show(plant.tag === undefined ? plant : { ...plant, name: plant.tag, tag: plant.name }),
    }),
  },
]);

function inventsTag(tag: (name: string) => string | null): Change {
  return (right) => ({
    show: (plant) =>
      right.show({ ...plant, tag: plant.tag === undefined ? tag(String(plant.name)) : plant.tag }),
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
