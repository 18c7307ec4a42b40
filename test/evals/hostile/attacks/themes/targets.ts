import { type Attack, type AttackTheme, open } from '../attack.ts';
import { get } from '../requests.ts';

const unknown = open(404, /1401/);
const malformed = open(400, /1006/);

const attacks: readonly Attack[] = [
  {
    name: 'two slashes',
    reason: 'they are no host here',
    sends: get('//other.example/plants'),
    expected: unknown,
  },
  {
    name: 'two slashes and a bracket',
    reason: 'parsers of URLs throw',
    sends: get('//['),
    expected: unknown,
  },
  {
    name: 'dot segments',
    reason: 'no file is ever looked for',
    sends: get('/../../../etc/passwd'),
    expected: unknown,
  },
  {
    name: 'dot segments, encoded',
    reason: 'the same',
    sends: get('/%2e%2e/%2e%2e/etc/passwd'),
    expected: unknown,
  },
  {
    name: 'dot segments, encoded twice',
    reason: 'decoded once',
    sends: get('/%252e%252e%252fetc%252fpasswd'),
    expected: unknown,
  },
  {
    name: 'dot segments with backslashes',
    reason: 'the same on other systems',
    sends: get('/..%5c..%5cboot.ini'),
    expected: unknown,
  },
  {
    name: 'dot segments below the console',
    reason: 'its files are those of a list that was made before',
    sends: get('/__store/console/..%2f..%2f..%2fpackage.json'),
    expected: open(404),
  },
  {
    name: 'dot segments that lead to the control API',
    reason: 'what is not spelt as its path is not its path',
    sends: get('/plants/../__store/info'),
    expected: unknown,
  },
  {
    name: 'the control API by an encoded letter',
    reason: 'the same: an encoded path does not reach it',
    sends: get('/%5f%5fstore/info'),
    expected: unknown,
  },
  {
    name: 'a broken percent-encoding',
    reason: 'decodeURIComponent throws',
    sends: get('/plants/%E0%A4%A'),
    expected: malformed,
  },
  { name: 'a percent sign alone', reason: 'the same', sends: get('/%'), expected: malformed },
  {
    name: 'a broken percent-encoding in the query',
    reason: 'the same',
    sends: get('/plants?a=%'),
    expected: malformed,
  },
  {
    name: 'a percent-encoded NUL',
    reason: 'a character as any other',
    sends: get('/%00'),
    expected: unknown,
  },
  {
    name: 'percent-encoded CR and LF',
    reason: 'no header and no log line is made of them',
    sends: get('/a%0d%0aSet-Cookie:%20a=b'),
    expected: unknown,
  },
  {
    name: 'a slash in overlong UTF-8',
    reason: 'RFC 3629, 3: it must not be decoded',
    sends: get('/..%c0%af..%c0%afetc'),
    expected: malformed,
  },
  {
    name: 'half a surrogate, percent-encoded',
    reason: 'RFC 3629, 3',
    sends: get('/%ed%a0%80'),
    expected: malformed,
  },
  {
    name: 'a fragment',
    reason: 'it is not sent by clients, and left out',
    sends: get('/plants#/../admin'),
    expected: open(405),
  },
  {
    name: 'markup',
    reason: 'responses are labelled as JSON',
    sends: get('/%3Cscript%3Ealert(1)%3C/script%3E'),
    expected: unknown,
  },
  {
    name: 'markup, as it is',
    reason: 'the same',
    sends: get('/<script>alert(1)</script>'),
    expected: unknown,
  },
  {
    name: '8,000 segments',
    reason: 'routes are found segment by segment',
    sends: get('/a'.repeat(8_000)),
    expected: unknown,
  },
  {
    name: '3,000 fields in the query',
    reason: 'the same',
    sends: get(`/plants?${'a=1&'.repeat(3_000)}`),
    expected: open(405),
  },
  {
    name: 'names of JavaScript in path and query',
    reason: 'they are names as any other',
    sends: get('/__proto__/constructor?__proto__[a]=1&constructor[prototype]=2'),
    expected: unknown,
  },
];

export const targets: AttackTheme = {
  name: 'Targets',
  sends:
    'paths that leave their folder in seven spellings, broken and overlong encodings, NUL, markup, thousands of segments and fields',
  attacks,
};
