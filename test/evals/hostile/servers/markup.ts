/** What is meant for whoever reads the report: a terminal, a browser, a CI server, an XML parser. */
import { type HostileServer, respondToPlantsWith, responseHead, withBehavior } from '../hostile-server.ts';

/** Each would do something where it is not escaped. */
export const markupPayloads = {
  terminal: '\u001b]0;owned\u0007\u001b[2J\u001b[31m\u009b31m\r\u0008',
  html: `"><img src=http://stranger.invalid/x onerror=alert(1)><script>globalThis.owned=1</script>'</style></title><!--`,
  workflow: '\n::set-output name=owned::1\n::error::owned\n::stop-commands::x\n##[error]owned\n::add-mask::a',
  markdown: '|\n\n# owned\n![x](http://stranger.invalid/y)[a](javascript:alert(1))`</details>`\n```\n<b>',
  xml: ']]>\u0000\u0001\u000b\ufffe\uffff&#0;&lol;<!ENTITY x SYSTEM "file:///etc/passwd">',
  bidi: '\u202eowned\u2066\u200b\ufeff',
  path: '../../../../owned /etc/owned C:\\owned',
} as const;

const payload = Object.values(markupPayloads).join(' ');
/** As it may stand in a header: no line ends, no NUL; Latin-1. */
const inLine = payload.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, ' ');

const shown = {
  exitCode: 1,
  checks: ['body-matches-schema', 'created-is-echoed'],
  why: 'what the implementation sent is shown in every report, and does nothing there',
} as const;

export const markup: readonly HostileServer[] = [
  {
    name: 'charms-in-plants',
    description: 'It has terminal codes, HTML, workflow commands, Markdown and what XML forbids in all of a plant.',
    expected: shown,
    proxied: 'passed on',
    start: respondToPlantsWith(({ socket }) => {
      const body = Buffer.from(JSON.stringify({ name: [payload], [payload]: payload, tag: { [payload]: payload } }));
      const lines = ['content-type: application/json', `x-charm: ${inLine}`, `content-length: ${body.length}`];
      socket.write(Buffer.concat([Buffer.from(responseHead(lines, `200 ${inLine}`), 'latin1'), body]));
    }),
  },
  {
    name: 'charms-in-the-raw',
    description: 'It sends them unescaped, as bytes under a JSON media type.',
    expected: { ...shown, checks: ['body-is-json'] },
    proxied: 'passed on',
    start: respondToPlantsWith(({ socket }) => {
      const body = Buffer.from(payload);
      const lines = ['content-type: application/json', `content-length: ${body.length}`];
      socket.write(Buffer.concat([Buffer.from(responseHead(lines)), body]));
    }),
  },
  {
    name: 'charms-in-errors',
    description: 'It has them in error and message of what it rejects, with a status that is not declared.',
    expected: { ...shown, checks: ['body-matches-schema'] },
    proxied: 'passed on',
    start: withBehavior((right) => ({
      errorBody: (refusal) => ({ ...right.errorBody(refusal), error: payload, message: payload }),
    })),
  },
  {
    name: 'charms-in-type',
    description: 'It has them in the Content-Type.',
    expected: { ...shown, checks: ['headers-well-formed'] },
    proxied: 'passed on',
    start: respondToPlantsWith(({ socket, response: { body } }) => {
      const lines = [`content-type: ${inLine}`, `content-length: ${Buffer.byteLength(body)}`];
      socket.write(Buffer.concat([Buffer.from(responseHead(lines), 'latin1'), Buffer.from(body)]));
    }),
  },
  {
    name: 'charms-in-location',
    description: 'It redirects to them.',
    expected: { ...shown, checks: ['no-redirect'] },
    proxied: 'passed on',
    start: respondToPlantsWith(({ socket }) => {
      socket.write(Buffer.from(responseHead([`location: ${inLine}`, 'content-length: 0'], `307 ${inLine}`), 'latin1'));
    }),
  },
  {
    name: 'charms-behind-answer',
    mode: 'many',
    description: 'It sends them behind a right plant.',
    expected: { ...shown, checks: ['no-trailing-data'], optionalChecks: ['response-arrives'] },
    proxied: 'passed on',
    start: respondToPlantsWith(({ socket, response: { body } }) => {
      const lines = ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`];
      socket.write(`${responseHead(lines)}${body}${payload}`);
    }),
  },
];
