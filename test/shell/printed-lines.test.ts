/** What a printed curl line sends is the request that the kit sent, byte for byte, and it does nothing else. */
import { expect, test } from 'vitest';
import { createSender } from '../../contracts/conformance/transport/sender.ts';
import { sentText } from '../../shell/credential-text.ts';
import { type CurlRequest, curlCommand } from '../../shell/curl.ts';
import { hostileRequests, requestOf } from './hostile-request.ts';
import { startRecording } from './recording-server.ts';
import { canary, type Pasting, paste, runScript } from './run-in-shell.ts';

const SEED = Number(process.env['PLANT_STORE_SHELL_SEED'] ?? 20_261);
const REQUESTS = Number(process.env['PLANT_STORE_SHELL_REQUESTS'] ?? 30);

test.each<readonly [string, string, (pasting: Pasting) => Promise<void>]>([
  ['sh', 'C', (pasting) => runScript('sh', pasting)],
  ['dash', 'C.UTF-8', (pasting) => runScript('dash', pasting)],
  ['bash -i', 'C', (pasting) => paste('bash --norc --noprofile -i', pasting)],
  ['bash -i', 'C.UTF-8', (pasting) => paste('bash --norc --noprofile -i', pasting)],
  ['zsh -i', 'C.UTF-8', (pasting) => paste('zsh -f -i', pasting)],
  ['zsh -i with RC_QUOTES', 'C', (pasting) => paste('zsh -f -i -o RC_QUOTES', pasting)],
])('%s (%s) sends the same request and does nothing else', async (_shell, locale, run) => {
  const server = await startRecording();
  const guard = canary();
  const all = hostileRequests(SEED, REQUESTS).map((one, index) =>
    requestOf(one, { variable: `SECRET_${index}`, origin: server.origin }),
  );
  await sendAll(all.map(({ request }) => request));
  const sent = server.requests.slice();
  expect(sent).toHaveLength(all.length);
  const lines = all.map(({ request }) => `${curlCommand(request)} -s -o /dev/null`);
  expect(lines.filter((line) => !/^[\x20-\x7e]+$/.test(line))).toEqual([]);
  await run({
    lines,
    folder: guard.folder,
    environment: Object.assign({}, ...all.map(({ environment }) => environment), guard.environment, {
      LC_ALL: locale,
    }),
    done: (index) => server.waitForRequests(sent.length + index + 1),
  });
  const again = server.requests.slice(sent.length);
  for (const [index, line] of lines.entries()) expect(again[index], line).toEqual(sent[index]);
  guard.check(JSON.stringify(again));
});

async function sendAll(requests: readonly CurlRequest[]): Promise<void> {
  const [first] = requests;
  const sender = createSender({ origin: first?.origin ?? '', connections: 1, timeoutMs: 60_000 });
  for (const { method, origin, target, headers, body } of requests) {
    await sender.send({
      method,
      url: `${origin}${sentText(target)}`,
      headers: headers.map(([name, value]) => [name, sentText(value)] as const),
      body: body === undefined || body instanceof Uint8Array ? body : Buffer.from(sentText(body)),
      delivery: 'whole',
    });
  }
  await sender.close();
}
