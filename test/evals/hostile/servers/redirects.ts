/** Redirects to places that must not be asked, and never with a credential. */
import { createServer } from 'node:http';
import { close, listen } from '../../zoo/listen.ts';
import { type HostileServer, type RunningHostileServer, withBehavior } from '../hostile-server.ts';

const expected = {
  exitCode: 1,
  checks: ['no-redirect'],
  why: 'a redirect is reported and never followed, so that no credential goes where it points',
} as const;

export const redirects: readonly HostileServer[] = [
  ...([301, 302, 303, 307, 308] as const).map(
    (status): HostileServer => ({
      name: `redirect-${status}-to-another-host`,
      description: `It returns ${status} with the address of another server, which listens.`,
      expected,
      proxied: 'passed on',
      start: redirectTo((url) => ({ status, location: `${url}/plants` })),
    }),
  ),
  {
    name: 'redirect-without-scheme',
    description: 'It redirects to //HOST/plants.',
    expected,
    proxied: 'passed on',
    start: redirectTo((url) => ({ status: 307, location: `${url.replace('http:', '')}/plants` })),
  },
  {
    name: 'redirect-with-credentials',
    description: 'It redirects to an address with the token within.',
    expected,
    proxied: 'passed on',
    start: redirectTo((url, token) => ({
      status: 307,
      location: `${url.replace('//', `//user:${token}@`)}/plants?access_token=${token}`,
    })),
  },
  {
    name: 'link-header-to-another-host',
    description: 'It names another server in Link, Refresh, Content-Location and Alt-Svc of a right plant.',
    expected: {
      exitCode: 0,
      why: 'the contract does not mention these headers, and none of them is followed',
    },
    proxied: 'passed on',
    start: redirectTo((url) => ({
      status: 200,
      location: `${url}/a`,
      more: {
        link: `<${url}/next>; rel="next", <${url}/x>; rel=preload`,
        refresh: `0; url=${url}/r`,
        'content-location': `${url}/c`,
        'alt-svc': `h2="${url.replace('http://', '')}"`,
        'report-to': `{"endpoints":[{"url":"${url}/report"}]}`,
      },
    })),
  },
  ...[
    ['to-a-file', 'file:///etc/passwd'],
    ['to-link-local', 'http://169.254.169.254/latest/meta-data/iam/security-credentials/'],
    ['to-itself', '/plants'],
    ['to-nowhere', 'http://['],
    ['to-script', 'javascript:alert(1)'],
  ].map(
    ([name, location]): HostileServer => ({
      name: `redirect-${name}`,
      description: `It redirects to ${location}.`,
      expected,
      proxied: 'passed on',
      start: withBehavior(() => ({
        respondToCreate: () => ({
          status: 307,
          headers: { location: location ?? '', 'content-length': '0' },
          body: '',
        }),
      })),
    }),
  ),
];

interface Pointing {
  readonly status: number;
  readonly location: string;
  readonly more?: Readonly<Record<string, string>>;
}

/** Two servers: the second is to stay alone. */
function redirectTo(point: (url: string, token: string) => Pointing): HostileServer['start'] {
  return async (token): Promise<RunningHostileServer> => {
    const strayRequests: string[] = [];
    const otherServer = createServer((request, response) => {
      strayRequests.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
      response.end();
    });
    otherServer.on('connection', () => strayRequests.push('a connection'));
    const port = await listen(otherServer, { host: '127.0.0.1', port: 0 });
    const { status, location, more } = point(`http://127.0.0.1:${port}`, token);
    const running = await withBehavior((right) => ({
      respondToCreate: (shown) => {
        const reply = right.respondToCreate(shown);
        return { ...reply, status, headers: { ...reply.headers, location, ...more } };
      },
    }))(token);
    return {
      url: running.url,
      strayRequests: () => strayRequests,
      close: async () => {
        await Promise.all([running.close(), close(otherServer)]);
      },
    };
  };
}
