import { type Malformation, type MalformedKind, serializeObject } from './body-text.ts';

/** JSONTestSuite: n_*invalid*utf*, i_string_*. RFC 8259, section 8.1: JSON is UTF-8; RFC 3629 defines valid UTF-8. */
export const invalidUtf8: MalformedKind = {
  topic: 'not UTF-8',
  malformations: [
    bytesInString('invalid utf-8', 'bytes that are not valid UTF-8', [0xc3, 0x28, 0xff]),
    bytesInString('utf-8 continuation alone', 'a lone UTF-8 continuation byte', [0x80]),
    bytesInString('utf-8 sequence cut', 'a UTF-8 sequence without its last byte', [0xe2, 0x82]),
    bytesInString('utf-8 sequence of four cut', 'two bytes of a four-byte UTF-8 sequence', [0xf0, 0x9f]),
    bytesInString('utf-8 overlong slash', 'a slash in two bytes (overlong)', [0xc0, 0xaf]),
    bytesInString('utf-8 overlong quote', 'a quote in two bytes (overlong)', [0xc0, 0xa2]),
    bytesInString('utf-8 overlong nul', 'U+0000 in two bytes (overlong)', [0xc0, 0x80]),
    bytesInString('utf-8 overlong in three bytes', 'a letter in three bytes (overlong)', [0xe0, 0x81, 0x81]),
    bytesInString('utf-8 surrogate', 'an encoded lone surrogate', [0xed, 0xa0, 0x80]),
    bytesInString('utf-8 surrogate pair', 'an encoded surrogate pair (CESU-8)', [0xed, 0xa0, 0xbc, 0xed, 0xbe, 0x88]),
    bytesInString('utf-8 beyond unicode', 'a code point above U+10FFFF', [0xf4, 0x90, 0x80, 0x80]),
    bytesInString('utf-8 of five bytes', 'a five-byte UTF-8 sequence', [0xf8, 0x88, 0x80, 0x80, 0x80]),
    bytesInString('utf-8 byte ff', 'the byte 0xFF', [0xff]),
    bytesInString('latin-1 for utf-8', 'an accented letter in Latin-1', [0xe9, 0x20]),
    {
      name: 'invalid utf-8 in a key',
      description: 'a key with a byte that is not valid UTF-8',
      apply: ({ members }) => members && concatBytes(`${serializeObject(members).slice(0, -1)},"x`, [0xff], '":1}'),
    },
    {
      name: 'invalid utf-8 after the end',
      description: 'a byte that is not valid UTF-8 after the JSON',
      apply: ({ json }) => concatBytes(json, [0xff], ''),
    },
  ],
};

/** RFC 7159, to which OpenAPI 3.0 refers, still allowed UTF-16: an accepted body is a warning. */
export const utf16: MalformedKind = {
  topic: 'UTF-16',
  malformations: [
    {
      name: 'utf-16 le',
      description: 'it is in UTF-16LE',
      apply: ({ json }) => littleEndian(json),
    },
    { name: 'utf-16 be', description: 'it is in UTF-16BE', apply: ({ json }) => bigEndian(json) },
    {
      name: 'utf-16 le with mark',
      description: 'it is in UTF-16LE with a BOM',
      apply: ({ json }) => littleEndian(`\ufeff${json}`),
    },
    {
      name: 'utf-16 be with mark',
      description: 'it is in UTF-16BE with a BOM',
      apply: ({ json }) => bigEndian(`\ufeff${json}`),
    },
  ],
};

function littleEndian(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le');
}

function bigEndian(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le').swap16();
}

function bytesInString(name: string, description: string, bytes: readonly number[]): Malformation {
  return {
    name,
    description,
    apply: ({ text }) => text && concatBytes(`${text.before}${text.original.slice(0, -1)}`, bytes, `"${text.after}`),
  };
}

function concatBytes(before: string, bytes: readonly number[], after: string): Uint8Array {
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}
