import { type Attack, closed, open, type Theme } from '../attack.ts';
import { get } from '../requests.ts';

const attacks: readonly Attack[] = [
  {
    name: 'no version, as HTTP/0.9 had it',
    why: 'RFC 9110, 15.6.6: an answer of HTTP/1.1 is none that such a client reads',
    sends: 'GET /plants\r\n\r\n',
    gets: closed(505),
  },
  {
    name: 'HTTP/0.9 by name',
    why: 'the same',
    sends: 'GET /plants HTTP/0.9\r\nHost: localhost\r\n\r\n',
    gets: closed(505),
  },
  {
    name: 'HTTP/1.0',
    why: 'RFC 9112, 9.3: answered, and the connection ends with the answer',
    sends: 'GET /plants HTTP/1.0\r\n\r\n',
    gets: closed(405),
  },
  {
    name: 'HTTP/1.0 that asks for the connection to live on',
    why: 'RFC 9112, 9.3: it may, and here does',
    sends: 'GET /plants HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
    gets: open(405),
  },
  {
    name: 'HTTP/1.9',
    why: 'the parser knows no minor version but 0 and 1',
    sends: 'GET /plants HTTP/1.9\r\nHost: localhost\r\n\r\n',
    gets: closed(505),
  },
  {
    name: 'HTTP/2.0 in the form of HTTP/1.1',
    why: 'RFC 9110, 15.6.6: a major version that is not spoken here',
    sends: get('/plants').replace('1.1', '2.0'),
    gets: closed(505),
  },
  {
    name: 'HTTP/3.0',
    why: 'the same',
    sends: get('/plants').replace('1.1', '3.0'),
    gets: closed(505),
  },
  {
    name: 'the preface of HTTP/2',
    why: 'RFC 9113, 3.3: a server without HTTP/2 refuses it, as any other version',
    sends: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
    gets: closed(505),
  },
  {
    name: 'a version in lower case',
    why: 'RFC 9112, 2.3: it is case-sensitive',
    sends: 'GET /plants http/1.1\r\nHost: localhost\r\n\r\n',
    gets: closed(400),
  },
  {
    name: 'another protocol (RTSP)',
    why: 'the parser takes it for HTTP/1.0, and no path has the method',
    sends: 'DESCRIBE rtsp://localhost/plants RTSP/1.0\r\nCSeq: 2\r\n\r\n',
    gets: closed(405),
  },
  {
    name: 'no HTTP at all',
    why: 'whoever speaks something else is told so once',
    sends: 'EHLO mail.example\r\n',
    gets: closed(400),
  },
  {
    name: 'TLS to the port of HTTP',
    why: 'a client that took the wrong scheme waits for nothing',
    sends: Buffer.from('16030100c8010000c40303', 'hex'),
    gets: closed(400),
  },
  {
    name: 'the absolute form, naming another host',
    why: 'RFC 9112, 3.2.2: what it names counts, not Host; no request goes there',
    sends: get('http://other.example/plants'),
    gets: closed(421, /1016/),
  },
  {
    name: 'the absolute form, naming this machine, beside another Host',
    why: 'RFC 9112, 3.2.2: a client must not send two names; both have to be of this machine',
    sends: get('http://localhost/plants').replace('Host: localhost', 'Host: other.example'),
    gets: closed(421, /1016/),
  },
  {
    name: 'the absolute form with a user and password',
    why: 'they are not kept',
    sends: get('http://me:Wrong-5tGb8YhNu1Mj4Ki6@other.example/nowhere'),
    gets: closed(421, /got \\"other\.example\\"/),
  },
  {
    name: 'an absolute form that is no URL',
    why: 'a parser of URLs would throw here',
    sends: get('http://['),
    gets: closed(421),
  },
  {
    name: 'the authority form outside CONNECT',
    why: 'RFC 9112, 3.2.3: it is for CONNECT alone',
    sends: get('other.example:80'),
    gets: closed(400),
  },
  {
    name: 'the asterisk form outside OPTIONS',
    why: 'RFC 9112, 3.2.4: it is for OPTIONS alone, and no path',
    sends: get('*'),
    gets: open(404),
  },
  {
    name: 'OPTIONS *',
    why: 'RFC 9110, 9.3.7: about the server as a whole',
    sends: 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n',
    gets: open(204),
  },
  {
    name: 'CONNECT',
    why: 'RFC 9110, 15.6.2: the store is no tunnel, and says so',
    sends:
      'CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n',
    gets: closed(501),
  },
  {
    name: 'TRACE with a credential',
    why: 'RFC 9110, 9.3.8: an answer must not hold what is sensitive; no path has this method',
    sends:
      'TRACE /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer Wrong-5tGb8YhNu1Mj4Ki6\r\n\r\n',
    gets: open(405),
  },
  {
    name: 'a method in lower case',
    why: 'RFC 9110, 9.1: methods are case-sensitive, and unknown ones are a 501',
    sends: get('/plants').replace('GET', 'get'),
    gets: closed(501),
  },
  {
    name: 'an unknown method',
    why: 'RFC 9110, 15.6.2',
    sends: get('/plants').replace('GET', 'BREW'),
    gets: closed(501),
  },
  {
    name: 'a method of 100,000 letters',
    why: 'it is given up as soon as it cannot be one',
    sends: get('/plants').replace('GET', 'A'.repeat(100_000)),
    gets: closed(400),
  },
  {
    name: 'a known method that the path has not (PROPFIND)',
    why: 'RFC 9110, 15.5.6: with Allow',
    sends: get('/plants').replace('GET', 'PROPFIND'),
    gets: open(405),
  },
  {
    name: 'tabs for spaces',
    why: 'RFC 9112, 3: one space each; more lenient readers see other requests',
    sends: 'GET\t/plants\tHTTP/1.1\r\nHost: localhost\r\n\r\n',
    gets: closed(400),
  },
  {
    name: 'two spaces before the target',
    why: 'RFC 9112, 3 lets a server take it: where the target begins is not in doubt',
    sends: 'GET  /plants HTTP/1.1\r\nHost: localhost\r\n\r\n',
    gets: open(405),
  },
  {
    name: 'a space within the target',
    why: 'RFC 9112, 3.2: what could hold a second request line is refused',
    sends: 'GET /plants HTTP/1.1 /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n',
    gets: closed(400),
  },
  {
    name: 'an empty line before the request',
    why: 'RFC 9112, 2.2: it should be ignored',
    sends: `\r\n${get('/plants')}`,
    gets: open(405),
  },
  {
    name: '1,000,000 empty lines in place of a request',
    why: 'nothing is kept of them, and the time for the headers runs',
    sends: `${'\r\n'.repeat(500_000)}${get('/plants')}`,
    gets: open(405),
  },
  {
    name: 'lines that end in LF alone',
    why: 'RFC 9112, 2.2 allows both; what two servers read differently is refused here',
    sends: 'GET /plants HTTP/1.1\nHost: localhost\n\n',
    gets: closed(400),
  },
  {
    name: 'a bare CR in the request line',
    why: 'RFC 9112, 2.2: it is invalid',
    sends: 'GET /pla\rnts HTTP/1.1\r\nHost: localhost\r\n\r\n',
    gets: closed(400),
  },
  {
    name: 'a NUL in the target',
    why: 'it ends the text for readers in C',
    sends: get('/plants\0.html'),
    gets: closed(400),
  },
  {
    name: 'control characters and escape codes in the target',
    why: 'they would draw on the terminal of whoever reads the log',
    sends: get('/\x1b]0;owned\x07\x1b[2J'),
    gets: closed(400),
  },
  {
    name: 'bytes beyond ASCII in the target',
    why: 'RFC 3986, 2.1: they are percent-encoded, or they are no URI',
    sends: get('/caf\xc3\xa9\xff'),
    gets: closed(400),
  },
  {
    name: 'a target of 100 KB',
    why: 'RFC 9112, 3: a target longer than is read must be a 414',
    sends: get(`/${'a'.repeat(100_000)}`),
    gets: closed(414),
  },
  {
    name: 'a target of 20 KB',
    why: 'the same where all of the line comes at once',
    sends: get(`/${'a'.repeat(20_000)}`),
    gets: closed(414),
  },
  {
    name: 'a target of 15 KB',
    why: 'it is read, and told in part',
    sends: get(`/${'a'.repeat(15_000)}`),
    gets: open(404),
  },
];

export const requestLine: Theme = {
  name: 'Request lines',
  sends:
    'old, new and wrong versions, every form of a target, methods in lower case and made up, spaces, tabs and line ends where they do not belong, targets of 100 KB',
  attacks,
};
