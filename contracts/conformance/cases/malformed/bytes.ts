import { type Malformation, type MalformedKind, objectText } from './body-text.ts';

/** JSONTestSuite: n_*invalid*utf*, i_string_*. RFC 8259, section 8.1: JSON is UTF-8; RFC 3629 says which bytes are. */
export const notUtf8: MalformedKind = {
  topic: 'not UTF-8',
  malformations: [
    inText('invalid utf-8', 'bytes that are not UTF-8', [0xc3, 0x28, 0xff]),
    inText('utf-8 continuation alone', 'a continuation byte alone', [0x80]),
    inText('utf-8 sequence cut', 'a sequence of UTF-8 without its last byte', [0xe2, 0x82]),
    inText('utf-8 sequence of four cut', 'a sequence of UTF-8 with two of four bytes', [0xf0, 0x9f]),
    inText('utf-8 overlong slash', 'a slash in two bytes (overlong)', [0xc0, 0xaf]),
    inText('utf-8 overlong quote', 'a quote in two bytes (overlong)', [0xc0, 0xa2]),
    inText('utf-8 overlong nul', 'U+0000 in two bytes (overlong)', [0xc0, 0x80]),
    inText('utf-8 overlong in three bytes', 'a letter in three bytes (overlong)', [0xe0, 0x81, 0x81]),
    inText('utf-8 surrogate', 'half a surrogate pair as bytes', [0xed, 0xa0, 0x80]),
    inText(
      'utf-8 surrogate pair',
      'a surrogate pair as bytes (CESU-8)',
      [0xed, 0xa0, 0xbc, 0xed, 0xbe, 0x88],
    ),
    inText('utf-8 beyond unicode', 'a character beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]),
    inText('utf-8 of five bytes', 'a sequence of five bytes', [0xf8, 0x88, 0x80, 0x80, 0x80]),
    inText('utf-8 byte ff', 'the byte FF', [0xff]),
    inText('latin-1 for utf-8', 'an accented letter in Latin-1', [0xe9, 0x20]),
    {
      name: 'invalid utf-8 in a key',
      words: 'a key with a byte that is not UTF-8',
      break: ({ members }) => members && bytesOf(`${objectText(members).slice(0, -1)},"x`, [0xff], '":1}'),
    },
    {
      name: 'invalid utf-8 after the end',
      words: 'a byte after its end that is not UTF-8',
      break: ({ json }) => bytesOf(json, [0xff], ''),
    },
  ],
};

/** RFC 7159, to which OpenAPI 3.0 refers, still allowed them: taken, they are advice. */
export const utf16: MalformedKind = {
  topic: 'UTF-16',
  malformations: [
    { name: 'utf-16 le', words: 'it is in UTF-16, little endian', break: ({ json }) => littleEndian(json) },
    { name: 'utf-16 be', words: 'it is in UTF-16, big endian', break: ({ json }) => bigEndian(json) },
    {
      name: 'utf-16 le with mark',
      words: 'it is in UTF-16, little endian, after a byte order mark',
      break: ({ json }) => littleEndian(`\ufeff${json}`),
    },
    {
      name: 'utf-16 be with mark',
      words: 'it is in UTF-16, big endian, after a byte order mark',
      break: ({ json }) => bigEndian(`\ufeff${json}`),
    },
  ],
};

function littleEndian(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le');
}

function bigEndian(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le').swap16();
}

function inText(name: string, words: string, bytes: readonly number[]): Malformation {
  return {
    name,
    words,
    break: ({ text }) => text && bytesOf(`${text.before}${text.own.slice(0, -1)}`, bytes, `"${text.after}`),
  };
}

function bytesOf(before: string, bytes: readonly number[], after: string): Uint8Array {
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}
