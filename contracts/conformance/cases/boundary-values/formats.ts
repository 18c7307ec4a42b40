import { findFormat } from '../../../../spec/validation/formats.ts';
import type { BoundaryProbe } from './probe.ts';

/** Texts that nearly have the format: they pass a superficial check, or only one part is wrong. */
export function* formatProbes(format: string | undefined, value: string): Generator<BoundaryProbe> {
  const validator = format === undefined ? undefined : findFormat(format);
  if (format === undefined || validator === undefined) return;
  for (const [description, text] of [...commonNearMisses(format, value), ...(nearMisses.get(format) ?? [])]) {
    if (!validator.accepts(text)) yield { keyword: 'format', description, value: text, side: 'beyond' };
  }
}

function commonNearMisses(format: string, value: string): readonly NearMiss[] {
  return [
    [`a text that is no ${format}`, `not a ${format}!`],
    ['an empty text', ''],
    ['a right one with a space behind', `${value} `],
    ['a right one and a line feed', `${value}\n`],
  ];
}

type NearMiss = readonly [description: string, text: string];

const sampleDate = '2026-01-31';
const sampleUuid = '123e4567-e89b-42d3-a456-426614174000';

const nearMisses: ReadonlyMap<string, readonly NearMiss[]> = new Map<string, readonly NearMiss[]>([
  [
    'date',
    [
      ['a day that February does not have', '2026-02-30'],
      ['the thirteenth month', '2026-13-01'],
      ['a date without zeros', '2026-1-5'],
      ['a date without hyphens', '20260131'],
      ['a date and a time', `${sampleDate}T00:00:00Z`],
      ['a date with the day first', '31.01.2026'],
      ['29 February of a common year', '2026-02-29'],
    ],
  ],
  [
    'date-time',
    [
      ['a date and time without a zone', `${sampleDate}T12:30:00`],
      ['a date alone', sampleDate],
      ['a day that February does not have', '2026-02-30T12:30:00Z'],
      ['the 25th hour', `${sampleDate}T25:30:00Z`],
      ['the 61st minute', `${sampleDate}T12:60:00Z`],
      ['seconds since 1970', '1769862600'],
      ['the date of an email', 'Sat, 31 Jan 2026 12:30:00 GMT'],
    ],
  ],
  [
    'time',
    [
      ['hours and minutes alone', '12:30'],
      ['the 25th hour', '25:00:00Z'],
      ['a time of day with am', '12:30:00 AM'],
    ],
  ],
  [
    'duration',
    [
      ['no part at all', 'P'],
      ['no leading P', '3D'],
      ['hours without a T', 'P2H'],
      ['a time of day', '12:30:00'],
    ],
  ],
  [
    'email',
    [
      ['no domain', 'someone@'],
      ['no local part', '@example.com'],
      ['no at sign', 'someone.example.com'],
      ['two at signs', 'someone@home@example.com'],
      ['a space inside', 'some one@example.com'],
      ['a name around it', 'Someone <someone@example.com>'],
    ],
  ],
  [
    'hostname',
    [
      ['a space inside', 'exam ple.com'],
      ['an empty label', 'example..com'],
      ['a leading hyphen', '-example.com'],
      ['a label of 64 characters', `${'a'.repeat(64)}.com`],
      ['a url', 'https://example.com/'],
    ],
  ],
  [
    'ipv4',
    [
      ['a part above 255', '192.0.2.256'],
      ['three parts', '192.0.2'],
      ['five parts', '192.0.2.1.1'],
      ['a network', '192.0.2.0/24'],
      ['an address of version 6', '2001:db8::1'],
    ],
  ],
  [
    'ipv6',
    [
      ['two gaps', '2001:db8::1::2'],
      ['a part of five digits', '2001:db8::12345'],
      ['a digit that is none', '2001:db8::g'],
      ['nine parts', '1:2:3:4:5:6:7:8:9'],
      ['an address of version 4', '192.0.2.1'],
    ],
  ],
  [
    'uri',
    [
      ['no scheme', 'example.com/path'],
      ['a path alone', '/path'],
      ['two slashes and a host', '//example.com/path'],
      ['a space inside', 'https://example.com/a b'],
    ],
  ],
  [
    'uri-reference',
    [
      ['a space inside', '/a b'],
      ['backslashes', '\\\\host\\share'],
    ],
  ],
  ['uri-template', [['an open brace', '/samples/{id']]],
  [
    'uuid',
    [
      ['cut by one', sampleUuid.slice(0, -1)],
      ['a digit more', `${sampleUuid}0`],
      ['a digit that is none', `g${sampleUuid.slice(1)}`],
      ['no hyphens', sampleUuid.replaceAll('-', '')],
      ['braces around', `{${sampleUuid}}`],
      ['parts of one digit', '1-1-1-1-1'],
    ],
  ],
  [
    'json-pointer',
    [
      ['no leading slash', 'a/b'],
      ['an escape that does not exist', '/a~2'],
    ],
  ],
  [
    'relative-json-pointer',
    [
      ['no number', '/a'],
      ['a negative number', '-1/a'],
    ],
  ],
  [
    'byte',
    [
      ['characters that base64 does not have', '!!!!'],
      ['padding inside', 'c2=tcGxl'],
    ],
  ],
]);
