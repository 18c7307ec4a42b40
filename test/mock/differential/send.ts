/** One request over HTTP; a timeout or a crash is a result too. */
import { Agent, request as httpRequest } from 'node:http';
import { crashed, noResponse, type Probe, type ReceivedOutcome } from './probe.ts';

/** Waits the given milliseconds for the response. */
export type Sender = (url: string, probe: Probe, milliseconds: number) => Promise<ReceivedOutcome>;

export function createSender(): { readonly send: Sender; readonly close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  return {
    send: (url, probe, milliseconds) => exchange({ agent, milliseconds }, url, probe),
    close: () => agent.destroy(),
  };
}

interface SendOptions {
  readonly agent: Agent;
  readonly milliseconds: number;
}

function exchange(sendOptions: SendOptions, url: string, probe: Probe): Promise<ReceivedOutcome> {
  const { agent, milliseconds } = sendOptions;
  const { method, target, headers, body } = probe;
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { 'Content-Length': String(body.length) };
  return new Promise((resolve) => {
    const options = { agent, hostname, port, method, path: target, headers: { ...headers, ...length } };
    const sent = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve(crashed));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({
          outcome: 'completed',
          status: response.statusCode ?? 0,
          headers: plain(response.headers),
          text,
        });
      });
    });
    sent.setTimeout(milliseconds, () => {
      resolve(noResponse);
      sent.destroy();
    });
    // The other side can close a keep-alive connection at the moment of its use.
    sent.on('error', (error: Error & { code?: string }) =>
      resolve(sent.reusedSocket && error.code === 'ECONNRESET' ? exchange(sendOptions, url, probe) : crashed),
    );
    sent.end(body);
  });
}

function plain(headers: NodeJS.Dict<string | string[]>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
