import { type Attack, open, type Theme } from '../attack.ts';
import { get } from '../requests.ts';

const unknown = open(404, /1401/);
const malformed = open(400, /1006/);

const attacks: readonly Attack[] = [
  { name: 'two slashes', why: 'they are no host here', sends: get('//other.example/plants'), gets: unknown },
  { name: 'two slashes and a bracket', why: 'parsers of URLs throw', sends: get('//['), gets: unknown },
  {
    name: 'dot segments',
    why: 'no file is ever looked for',
    sends: get('/../../../etc/passwd'),
    gets: unknown,
  },
  { name: 'dot segments, encoded', why: 'the same', sends: get('/%2e%2e/%2e%2e/etc/passwd'), gets: unknown },
  {
    name: 'dot segments, encoded twice',
    why: 'decoded once',
    sends: get('/%252e%252e%252fetc%252fpasswd'),
    gets: unknown,
  },
  {
    name: 'dot segments with backslashes',
    why: 'the same on other systems',
    sends: get('/..%5c..%5cboot.ini'),
    gets: unknown,
  },
  {
    name: 'dot segments below the console',
    why: 'its files are those of a list that was made before',
    sends: get('/__store/console/..%2f..%2f..%2fpackage.json'),
    gets: open(404),
  },
  {
    name: 'dot segments that lead to the control API',
    why: 'what is not spelt as its path is not its path',
    sends: get('/plants/../__store/info'),
    gets: unknown,
  },
  {
    name: 'the control API by an encoded letter',
    why: 'the same: it is no door past its own',
    sends: get('/%5f%5fstore/info'),
    gets: unknown,
  },
  {
    name: 'a broken percent-encoding',
    why: 'decodeURIComponent throws',
    sends: get('/plants/%E0%A4%A'),
    gets: malformed,
  },
  { name: 'a percent sign alone', why: 'the same', sends: get('/%'), gets: malformed },
  {
    name: 'a broken percent-encoding in the query',
    why: 'the same',
    sends: get('/plants?a=%'),
    gets: malformed,
  },
  { name: 'a percent-encoded NUL', why: 'a character as any other', sends: get('/%00'), gets: unknown },
  {
    name: 'percent-encoded CR and LF',
    why: 'no header and no log line is made of them',
    sends: get('/a%0d%0aSet-Cookie:%20a=b'),
    gets: unknown,
  },
  {
    name: 'a slash in overlong UTF-8',
    why: 'RFC 3629, 3: it must not be decoded',
    sends: get('/..%c0%af..%c0%afetc'),
    gets: malformed,
  },
  {
    name: 'half a surrogate, percent-encoded',
    why: 'RFC 3629, 3',
    sends: get('/%ed%a0%80'),
    gets: malformed,
  },
  {
    name: 'a fragment',
    why: 'it is not sent by clients, and left out',
    sends: get('/plants#/../admin'),
    gets: open(405),
  },
  {
    name: 'markup',
    why: 'answers say that they are JSON',
    sends: get('/%3Cscript%3Ealert(1)%3C/script%3E'),
    gets: unknown,
  },
  { name: 'markup, as it is', why: 'the same', sends: get('/<script>alert(1)</script>'), gets: unknown },
  {
    name: '8,000 segments',
    why: 'routes are found segment by segment',
    sends: get('/a'.repeat(8_000)),
    gets: unknown,
  },
  {
    name: '3,000 fields in the query',
    why: 'the same',
    sends: get(`/plants?${'a=1&'.repeat(3_000)}`),
    gets: open(405),
  },
  {
    name: 'names of JavaScript in path and query',
    why: 'they are names as any other',
    sends: get('/__proto__/constructor?__proto__[a]=1&constructor[prototype]=2'),
    gets: unknown,
  },
];

export const targets: Theme = {
  name: 'Targets',
  sends:
    'paths that leave their folder in seven spellings, broken and overlong encodings, NUL, markup, thousands of segments and fields',
  attacks,
};
