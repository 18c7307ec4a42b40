import { type Attack, type AttackTheme, closed, onConnection, open } from '../attack.ts';
import { controlRequest, get } from '../requests.ts';

const forbidden = open(403);
const named = (host: string, route = 'info') => controlRequest('GET', route).replace('localhost', host);
const from = (fields: string, method = 'POST', route = 'reset') => controlRequest(method, route, { fields });
const rule = (body: string) => controlRequest('POST', 'rules', { body });
const pattern = (text: string) => rule(JSON.stringify({ when: { path: `/^${text}/` }, then: { status: 418 } }));

const foreignOrigins: readonly Attack[] = [
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil.example:4010',
  '2130706433',
  '0x7f000001',
  '0.0.0.0',
  '[::]',
  '[::ffff:7f00:1]',
].map((host) => ({
  name: `the Host ${host} (DNS rebinding)`,
  reason: 'a page of the web may have its own name point to this machine',
  sends: named(host),
  expected: forbidden,
}));

const pages: readonly Attack[] = [
  {
    name: 'another host in an absolute target',
    reason: 'RFC 9112, 3.2.2: it counts, not Host',
    sends: controlRequest('GET', 'info').replace('/__store', 'http://evil.example/__store'),
    expected: forbidden,
  },
  {
    name: 'HTTP/1.0 without a Host',
    reason: 'the target host is missing',
    sends: 'GET /__store/info HTTP/1.0\r\n\r\n',
    expected: closed(403),
  },
  {
    name: 'POST from a page of another site',
    reason: 'it would delete all records (CSRF)',
    sends: from('Origin: https://evil.example\r\n'),
    expected: forbidden,
  },
  {
    name: 'POST from a page without an origin',
    reason: 'sandboxed frames say null',
    sends: from('Origin: null\r\n'),
    expected: forbidden,
  },
  {
    name: 'POST from a page whose name begins as ours',
    reason: 'the same',
    sends: from('Origin: http://localhost.evil.example\r\n'),
    expected: forbidden,
  },
  {
    name: 'a form of another site without an Origin',
    reason: 'browsers say Sec-Fetch-Site all the same',
    sends: from('Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n'),
    expected: forbidden,
  },
  {
    name: 'a form of another site that is navigated to',
    reason: 'a link may be followed, a form must not be sent',
    sends: from('Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n'),
    expected: forbidden,
  },
  {
    name: 'a preflight from a page of another site',
    reason: 'Fetch standard, CORS: no leave is given',
    sends: from('Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n', 'OPTIONS'),
    expected: forbidden,
  },
  {
    name: 'a script of another site that reads the journal',
    reason: 'the same',
    sends: from('Origin: https://evil.example\r\n', 'GET', 'journal'),
    expected: forbidden,
  },
  {
    name: 'a stream of the journal to another site',
    reason: 'the same',
    sends: from('Origin: https://evil.example\r\n', 'GET', 'journal/stream'),
    expected: forbidden,
  },
];

const rules: readonly Attack[] = [
  {
    name: 'a rule of 2 MB',
    reason: 'rules are short',
    sends: rule(`{"then":{"body":"${'x'.repeat(2_000_000)}"}}`),
    expected: closed(413),
  },
  {
    name: 'a rule nested 100,000 deep',
    reason: 'a reader that calls itself would overflow',
    sends: rule('['.repeat(100_000)),
    expected: open(400),
  },
  {
    name: '10,000 rules concurrently',
    reason: 'there are at most 1,000',
    sends: rule(`[${'{"then":{"status":418},"times":1},'.repeat(9_999)}{"then":{"status":418}}]`),
    expected: open(400),
  },
  {
    name: 'a pattern that goes back without end',
    reason: 'patterns take linear time here',
    sends: pattern('\\/rule(a+)+$'),
    expected: open(201),
  },
  {
    name: '15,000 letters to match such a pattern with',
    reason: 'the same',
    sends: `${pattern('\\/rule(b|b|b?)+$')}${get(`/rule${'b'.repeat(15_000)}!`)}`,
    expected: { statuses: [201, 404], connection: 'open' },
  },
  {
    name: 'a pattern that repeats a billion times',
    reason: 'what would take too much is rejected',
    sends: pattern('((a{1000}){1000}){1000}'),
    expected: open(400),
  },
  {
    name: 'a pattern that looks around',
    reason: 'the same',
    sends: pattern('(?=(a+))\\1b'),
    expected: open(400),
  },
  {
    name: 'a pattern that is none',
    reason: 'reported, with the place',
    sends: pattern('(('),
    expected: open(400),
  },
  {
    name: 'a rule with __proto__',
    reason: 'a member that rules do not have',
    sends: rule('{"__proto__":{"then":{"status":418}}}'),
    expected: open(400),
  },
  {
    name: 'a rule with a status that there is not',
    reason: 'the same',
    sends: rule('{"then":{"status":99999}}'),
    expected: open(400),
  },
  {
    name: 'a rule with CR and LF in a header',
    reason: 'RFC 9110, 5.5: responses must not be split',
    sends: rule('{"then":{"headers":{"X":"a\\r\\nSet-Cookie: a=b"}}}'),
    expected: open(400),
  },
  {
    name: 'a rule that sets the length of its body',
    reason: 'RFC 9112, 6: that is for the server to set',
    sends: rule('{"then":{"headers":{"Transfer-Encoding":"chunked"}}}'),
    expected: open(400),
  },
];

const routes: readonly Attack[] = [
  {
    name: 'records of a collection that there is not',
    reason: 'reported, with the known ones',
    sends: controlRequest('POST', 'records', { body: '{"__proto__":[{"id":1}]}' }),
    expected: open(400),
  },
  {
    name: 'records that are none',
    reason: 'validated by the contract',
    sends: controlRequest('POST', 'records', { body: '{"/plants":[1,null,[]]}' }),
    expected: open(400),
  },
  {
    name: 'records of 11 MB',
    reason: 'the limit of bodies',
    sends: onConnection((connection) =>
      connection.write(controlRequest('POST', 'records', { body: ' '.repeat(11_000_000) })),
    ),
    expected: closed(413),
  },
  {
    name: 'a wait of 60 million seconds',
    reason: 'validated by the document of the control API',
    sends: controlRequest('GET', 'journal/wait?timeout=60000000000'),
    expected: open(400),
  },
  {
    name: 'a wait for a billion requests',
    reason: 'the same',
    sends: controlRequest('GET', 'journal/wait?count=1000000000'),
    expected: open(400),
  },
  {
    name: 'a limit below nothing',
    reason: 'the same',
    sends: controlRequest('GET', 'journal?limit=-1'),
    expected: open(400),
  },
  {
    name: 'a filter that there is not',
    reason: 'a misspelt filter would match everything',
    sends: controlRequest('GET', 'journal?oparation=x'),
    expected: open(400),
  },
  {
    name: 'a filter that goes back without end',
    reason: 'linear time, as for rules',
    sends: controlRequest('GET', 'journal?path=/%5E(a%2B)%2B%24/'),
    expected: open(200),
  },
  {
    name: 'an entry beyond 2^64',
    reason: 'the same',
    sends: controlRequest('GET', 'journal/99999999999999999999999'),
    expected: open(404),
  },
  {
    name: 'a stream from an event that is not a number',
    reason: 'the same',
    sends: controlRequest('GET', 'journal/stream', { fields: "Last-Event-ID: '; DROP\r\n" }),
    expected: open(400),
  },
  {
    name: 'a route that there is not',
    reason: 'a 404, with where to look',
    sends: controlRequest('GET', 'admin/../../etc'),
    expected: open(404),
  },
  {
    name: 'a method that a route has not',
    reason: 'RFC 9110, 15.5.6',
    sends: controlRequest('PUT', 'rules'),
    expected: open(405),
  },
  {
    name: 'POST to the console',
    reason: 'it is a page',
    sends: controlRequest('POST', ''),
    expected: open(405),
  },
  {
    name: 'markup in the query of the console',
    reason: 'the page is a file, whatever is asked',
    sends: controlRequest('GET', '?%3Cscript%3Ealert(1)%3C/script%3E'),
    expected: open(200, /^(?!.*alert\(1\))/s),
  },
  {
    name: 'a file that the console has not',
    reason: 'its files are a list',
    sends: controlRequest('GET', 'console/constructor'),
    expected: open(404),
  },
];

export const control: AttackTheme = {
  name: 'The control API',
  sends:
    'Foreign hosts and pages (DNS rebinding, CSRF), rules of 2 MB, 10,000 rules, patterns that never end, headers with line ends, waits of years',
  attacks: [...foreignOrigins, ...pages, ...rules, ...routes],
};
