import { type Attack, closed, open, over, type Theme } from '../attack.ts';
import { get, steer } from '../requests.ts';

const forbidden = open(403);
const named = (host: string, route = 'info') => steer('GET', route).replace('localhost', host);
const from = (fields: string, method = 'POST', route = 'reset') => steer(method, route, { fields });
const rule = (body: string) => steer('POST', 'rules', { body });
const pattern = (text: string) =>
  rule(JSON.stringify({ when: { path: `/^${text}/` }, then: { status: 418 } }));

const strangers: readonly Attack[] = [
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
  why: 'a page of the web may have its own name point to this machine',
  sends: named(host),
  gets: forbidden,
}));

const pages: readonly Attack[] = [
  {
    name: 'another host in an absolute target',
    why: 'RFC 9112, 3.2.2: it counts, not Host',
    sends: steer('GET', 'info').replace('/__store', 'http://evil.example/__store'),
    gets: forbidden,
  },
  {
    name: 'HTTP/1.0 without a Host',
    why: 'nobody says who is meant',
    sends: 'GET /__store/info HTTP/1.0\r\n\r\n',
    gets: closed(403),
  },
  {
    name: 'POST from a page of another site',
    why: 'it would empty the store (CSRF)',
    sends: from('Origin: https://evil.example\r\n'),
    gets: forbidden,
  },
  {
    name: 'POST from a page without an origin',
    why: 'sandboxed frames say null',
    sends: from('Origin: null\r\n'),
    gets: forbidden,
  },
  {
    name: 'POST from a page whose name begins as ours',
    why: 'the same',
    sends: from('Origin: http://localhost.evil.example\r\n'),
    gets: forbidden,
  },
  {
    name: 'a form of another site that says no origin',
    why: 'browsers say Sec-Fetch-Site all the same',
    sends: from('Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n'),
    gets: forbidden,
  },
  {
    name: 'a form of another site that is navigated to',
    why: 'a link may be followed, a form must not be sent',
    sends: from('Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n'),
    gets: forbidden,
  },
  {
    name: 'a preflight from a page of another site',
    why: 'Fetch standard, CORS: no leave is given',
    sends: from('Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n', 'OPTIONS'),
    gets: forbidden,
  },
  {
    name: 'a script of another site that reads the journal',
    why: 'the same',
    sends: from('Origin: https://evil.example\r\n', 'GET', 'journal'),
    gets: forbidden,
  },
  {
    name: 'a stream of the journal to another site',
    why: 'the same',
    sends: from('Origin: https://evil.example\r\n', 'GET', 'journal/stream'),
    gets: forbidden,
  },
];

const rules: readonly Attack[] = [
  {
    name: 'a rule of 2 MB',
    why: 'rules are short',
    sends: rule(`{"then":{"body":"${'x'.repeat(2_000_000)}"}}`),
    gets: closed(413),
  },
  {
    name: 'a rule nested 100,000 deep',
    why: 'a reader that calls itself would overflow',
    sends: rule('['.repeat(100_000)),
    gets: open(400),
  },
  {
    name: '10,000 rules at once',
    why: 'there are at most 1,000',
    sends: rule(`[${'{"then":{"status":418},"times":1},'.repeat(9_999)}{"then":{"status":418}}]`),
    gets: open(400),
  },
  {
    name: 'a pattern that goes back without end',
    why: 'patterns take linear time here',
    sends: pattern('\\/rule(a+)+$'),
    gets: open(201),
  },
  {
    name: '15,000 letters to match such a pattern with',
    why: 'the same',
    sends: `${pattern('\\/rule(b|b|b?)+$')}${get(`/rule${'b'.repeat(15_000)}!`)}`,
    gets: { statuses: [201, 404], leaves: 'open' },
  },
  {
    name: 'a pattern that repeats a billion times',
    why: 'what would take too much is refused',
    sends: pattern('((a{1000}){1000}){1000}'),
    gets: open(400),
  },
  { name: 'a pattern that looks around', why: 'the same', sends: pattern('(?=(a+))\\1b'), gets: open(400) },
  { name: 'a pattern that is none', why: 'told, with the place', sends: pattern('(('), gets: open(400) },
  {
    name: 'a rule with __proto__',
    why: 'a member that rules do not have',
    sends: rule('{"__proto__":{"then":{"status":418}}}'),
    gets: open(400),
  },
  {
    name: 'a rule with a status that there is not',
    why: 'the same',
    sends: rule('{"then":{"status":99999}}'),
    gets: open(400),
  },
  {
    name: 'a rule with CR and LF in a header',
    why: 'RFC 9110, 5.5: answers must not be split',
    sends: rule('{"then":{"headers":{"X":"a\\r\\nSet-Cookie: a=b"}}}'),
    gets: open(400),
  },
  {
    name: 'a rule that says where its body ends',
    why: 'RFC 9112, 6: that is for the store to say',
    sends: rule('{"then":{"headers":{"Transfer-Encoding":"chunked"}}}'),
    gets: open(400),
  },
];

const routes: readonly Attack[] = [
  {
    name: 'records of a collection that there is not',
    why: 'told, with those that there are',
    sends: steer('POST', 'records', { body: '{"__proto__":[{"id":1}]}' }),
    gets: open(400),
  },
  {
    name: 'records that are none',
    why: 'judged by the contract',
    sends: steer('POST', 'records', { body: '{"/plants":[1,null,[]]}' }),
    gets: open(400),
  },
  {
    name: 'records of 11 MB',
    why: 'the limit of bodies',
    sends: over((wire) => wire.write(steer('POST', 'records', { body: ' '.repeat(11_000_000) }))),
    gets: closed(413),
  },
  {
    name: 'a wait of 60 million seconds',
    why: 'judged by the document of the control API',
    sends: steer('GET', 'journal/wait?timeout=60000000000'),
    gets: open(400),
  },
  {
    name: 'a wait for a billion requests',
    why: 'the same',
    sends: steer('GET', 'journal/wait?count=1000000000'),
    gets: open(400),
  },
  {
    name: 'a limit below nothing',
    why: 'the same',
    sends: steer('GET', 'journal?limit=-1'),
    gets: open(400),
  },
  {
    name: 'a filter that there is not',
    why: 'what is misspelt would let all pass',
    sends: steer('GET', 'journal?oparation=x'),
    gets: open(400),
  },
  {
    name: 'a filter that goes back without end',
    why: 'linear time, as for rules',
    sends: steer('GET', 'journal?path=/%5E(a%2B)%2B%24/'),
    gets: open(200),
  },
  {
    name: 'an entry beyond 2^64',
    why: 'the same',
    sends: steer('GET', 'journal/99999999999999999999999'),
    gets: open(404),
  },
  {
    name: 'a stream from an event that is no number',
    why: 'the same',
    sends: steer('GET', 'journal/stream', { fields: "Last-Event-ID: '; DROP\r\n" }),
    gets: open(400),
  },
  {
    name: 'a route that there is not',
    why: 'a 404, with where to look',
    sends: steer('GET', 'admin/../../etc'),
    gets: open(404),
  },
  {
    name: 'a method that a route has not',
    why: 'RFC 9110, 15.5.6',
    sends: steer('PUT', 'rules'),
    gets: open(405),
  },
  {
    name: 'POST to the console',
    why: 'it is a page',
    sends: steer('POST', ''),
    gets: open(405),
  },
  {
    name: 'markup in the query of the console',
    why: 'the page is a file, whatever is asked',
    sends: steer('GET', '?%3Cscript%3Ealert(1)%3C/script%3E'),
    gets: open(200, /^(?!.*alert\(1\))/s),
  },
  {
    name: 'a file that the console has not',
    why: 'its files are a list',
    sends: steer('GET', 'console/constructor'),
    gets: open(404),
  },
];

export const control: Theme = {
  name: 'The control API',
  sends:
    'Hosts and pages that are strangers (DNS rebinding, CSRF), rules of 2 MB, 10,000 rules, patterns that never end, headers with line ends, waits of years',
  attacks: [...strangers, ...pages, ...rules, ...routes],
};
