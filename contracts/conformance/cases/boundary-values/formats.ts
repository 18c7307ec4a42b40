import { findFormat } from '../../../../spec/validation/formats.ts';
import type { BoundaryProbe } from './probe.ts';

/** Strings that nearly have the format: they pass a superficial check, or only one part is wrong. */
export function* formatProbes(format: string | undefined, value: string): Generator<BoundaryProbe> {
  const validator = format === undefined ? undefined : findFormat(format);
  if (format === undefined || validator === undefined) return;
  for (const [name, text, description = name] of [
    ...commonNearMisses(format, value),
    ...(nearMisses.get(format) ?? []),
  ]) {
    if (!validator.accepts(text)) yield { keyword: 'format', name, description, value: text, side: 'beyond' };
  }
}

function commonNearMisses(format: string, value: string): readonly NearMiss[] {
  return [
    [`a text that is no ${format}`, `not a ${format}!`, `a string that is not a valid ${format}`],
    ['an empty text', '', 'an empty string'],
    ['a right one with a space behind', `${value} `, `a valid ${format} with a trailing space`],
    ['a right one and a line feed', `${value}\n`, `a valid ${format} with a trailing line feed`],
  ];
}

/** The description is the name by default. */
type NearMiss = readonly [name: string, text: string, description?: string];

const sampleDate = '2026-01-31';
const sampleUuid = '123e4567-e89b-42d3-a456-426614174000';

const nearMisses: ReadonlyMap<string, readonly NearMiss[]> = new Map<string, readonly NearMiss[]>([
  [
    'date',
    [
      ['a day that February does not have', '2026-02-30', '30 February'],
      ['the thirteenth month', '2026-13-01', 'a date in month 13'],
      ['a date without zeros', '2026-1-5', 'a date without leading zeros'],
      ['a date without hyphens', '20260131'],
      ['a date and a time', `${sampleDate}T00:00:00Z`, 'a date with a time'],
      ['a date with the day first', '31.01.2026'],
      ['29 February of a common year', '2026-02-29', '29 February in a non-leap year'],
      ['31 April', '2026-04-31'],
    ],
  ],
  [
    'date-time',
    [
      ['a date and time without a zone', `${sampleDate}T12:30:00`, 'a date and time without a time zone'],
      ['a date alone', sampleDate, 'a date without a time'],
      ['a day that February does not have', '2026-02-30T12:30:00Z', '30 February'],
      ['the 25th hour', `${sampleDate}T25:30:00Z`, 'a time with hour 25'],
      ['the 61st minute', `${sampleDate}T12:60:00Z`, 'a time with minute 60'],
      ['seconds since 1970', '1769862600', 'a Unix timestamp in seconds'],
      ['the date of an email', 'Sat, 31 Jan 2026 12:30:00 GMT', 'a date in the format of email headers'],
    ],
  ],
  [
    'time',
    [
      ['hours and minutes alone', '12:30', 'a time without seconds'],
      ['the 25th hour', '25:00:00Z', 'a time with hour 25'],
      ['a time of day with am', '12:30:00 AM', 'a time with AM'],
    ],
  ],
  [
    'duration',
    [
      ['no part at all', 'P', 'a duration without any part'],
      ['no leading P', '3D', 'a duration without the leading P'],
      ['hours without a T', 'P2H', 'a duration in hours without a T'],
      ['a time of day', '12:30:00'],
    ],
  ],
  [
    'email',
    [
      ['no domain', 'someone@', 'an email address without a domain'],
      ['no local part', '@example.com', 'an email address without a local part'],
      ['no at sign', 'someone.example.com', 'an email address without an at sign'],
      ['two at signs', 'someone@home@example.com', 'an email address with two at signs'],
      ['a space inside', 'some one@example.com', 'an email address with a space'],
      ['a name around it', 'Someone <someone@example.com>', 'an email address with a display name'],
    ],
  ],
  [
    'hostname',
    [
      ['a space inside', 'exam ple.com', 'a host name with a space'],
      ['an empty label', 'example..com', 'a host name with an empty label'],
      ['a leading hyphen', '-example.com', 'a host name with a leading hyphen'],
      ['a label of 64 characters', `${'a'.repeat(64)}.com`, 'a host name with a label of 64 characters'],
      ['a url', 'https://example.com/', 'a URL'],
    ],
  ],
  [
    'ipv4',
    [
      ['a part above 255', '192.0.2.256', 'an IPv4 address with a part above 255'],
      ['three parts', '192.0.2', 'an IPv4 address with three parts'],
      ['five parts', '192.0.2.1.1', 'an IPv4 address with five parts'],
      ['a network', '192.0.2.0/24', 'an IPv4 network'],
      ['an address of version 6', '2001:db8::1', 'an IPv6 address'],
    ],
  ],
  [
    'ipv6',
    [
      ['two gaps', '2001:db8::1::2', 'an IPv6 address with two gaps'],
      ['a part of five digits', '2001:db8::12345', 'an IPv6 address with a part of five digits'],
      ['a digit that is none', '2001:db8::g', 'an IPv6 address with an invalid digit'],
      ['nine parts', '1:2:3:4:5:6:7:8:9', 'an IPv6 address with nine parts'],
      ['an address of version 4', '192.0.2.1', 'an IPv4 address'],
    ],
  ],
  [
    'uri',
    [
      ['no scheme', 'example.com/path', 'a URI without a scheme'],
      ['a path alone', '/path', 'only a path'],
      ['two slashes and a host', '//example.com/path', 'a host after two slashes, without a scheme'],
      ['a space inside', 'https://example.com/a b', 'a URI with a space'],
    ],
  ],
  [
    'uri-reference',
    [
      ['a space inside', '/a b', 'a URI reference with a space'],
      ['backslashes', '\\\\host\\share', 'a URI reference with backslashes'],
    ],
  ],
  ['uri-template', [['an open brace', '/samples/{id', 'a URI template with an unclosed brace']]],
  [
    'uuid',
    [
      ['cut by one', sampleUuid.slice(0, -1), 'a UUID without its last digit'],
      ['a digit more', `${sampleUuid}0`, 'a UUID with an extra digit'],
      ['a digit that is none', `g${sampleUuid.slice(1)}`, 'a UUID with an invalid digit'],
      ['no hyphens', sampleUuid.replaceAll('-', ''), 'a UUID without hyphens'],
      ['braces around', `{${sampleUuid}}`, 'a UUID in braces'],
      ['parts of one digit', '1-1-1-1-1', 'a UUID with parts of one digit'],
    ],
  ],
  [
    'json-pointer',
    [
      ['no leading slash', 'a/b', 'a JSON pointer without a leading slash'],
      ['an escape that does not exist', '/a~2', 'a JSON pointer with an invalid escape'],
    ],
  ],
  [
    'relative-json-pointer',
    [
      ['no number', '/a', 'a relative JSON pointer without a number'],
      ['a negative number', '-1/a', 'a relative JSON pointer with a negative number'],
    ],
  ],
  [
    'byte',
    [
      ['characters that base64 does not have', '!!!!', 'characters that are not Base64'],
      ['padding inside', 'c2=tcGxl', 'Base64 with padding inside'],
    ],
  ],
]);
