import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { providerReport } from '../../../contracts/api/pact/pact-reports.ts';
import { createProviderStage, toVerificationData } from '../../../contracts/pact/provider/provider-stage.ts';
import { providerVerificationText } from '../../../contracts/render/text/pact-text.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import { createMask } from '../../../secrets/masking.ts';
import { runPlantStore } from '../../cli/support.ts';
import { committedPact, contract, fakeVerifier, kitErrorOf, SECRET, startHttpServer, verifyFiles } from '../support.ts';

/** As it is, as JSON escapes it, as URLs encode it. */
const forms = [SECRET, JSON.stringify(SECRET).slice(1, -1), encodeURIComponent(SECRET)];

/** Sends the credentials back in a header, in the media type and in the body, in every form. */
function startLeakyServer(mediaType = 'application/json'): Promise<string> {
  return startHttpServer((request, response) => {
    const credentials = request.headers.authorization ?? 'none';
    response.writeHead(credentials === 'none' ? 401 : 200, {
      'content-type': `${mediaType}; you="${credentials}"`,
      'x-you-sent': [credentials, encodeURIComponent(credentials)],
    });
    response.end(JSON.stringify({ name: `${credentials} ${encodeURIComponent(credentials)}`, tag: [credentials] }));
  });
}

test.each(['application/json', 'text/plain'])(
  'is in no result, text, data or finding, although the implementation repeats it as %s',
  async (mediaType) => {
    const baseUrl = await startLeakyServer(mediaType);
    const result = await verifyFiles({ baseUrl, token: SECRET, pactFiles: [committedPact], contract });
    expect(result.ok).toBe(false);
    const bodies = result.interactions.map(({ exchange }) => {
      return exchange?.outcome.kind === 'response'
        ? Buffer.from(exchange.outcome.response.body).toString('latin1')
        : '';
    });
    const report = providerReport({ contract, baseUrl, startedAt: new Date(), result, strict: false });
    const everything = [
      inspect(result, { depth: 20, maxStringLength: null, maxArrayLength: null }),
      JSON.stringify(toVerificationData(result, report)),
      JSON.stringify(createProviderStage(result)),
      providerVerificationText({ result, report, baseUrl }, styleFor({ isTTY: false })),
      ...bodies,
    ].join('\n');
    expect(everything).toContain('$PLANT_STORE_TOKEN');
    expect(everything).not.toMatch(/stand-in-[0-9a-f]/);
    for (const form of forms) expect(everything).not.toContain(form);
  },
);

test('reaches the implementation', async () => {
  const seen: (string | undefined)[] = [];
  const baseUrl = await startHttpServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(200).end();
  });
  await verifyFiles({ baseUrl, token: SECRET, pactFiles: [committedPact], contract });
  const wrong = 'Bearer WRONG-TOKEN-NOT-A-SECRET';
  expect(new Set(seen)).toEqual(new Set([`Bearer ${SECRET}`, wrong, undefined]));
});

test('is neither in the arguments nor in the environment of the verifier', async () => {
  const binary = fakeVerifier('echo "$@"; env; exit 3');
  process.env.PLANT_STORE_TOKEN = SECRET;
  onTestFinished(() => {
    delete process.env.PLANT_STORE_TOKEN;
  });
  const baseUrl = await startLeakyServer();
  const error = await kitErrorOf(verifyFiles({ baseUrl, token: SECRET, pactFiles: [committedPact], contract, binary }));
  expect(error.detail).toContain('exit code 3');
  // Masked, it would be $PLANT_STORE_TOKEN: neither may appear.
  for (const form of [...forms, '$PLANT_STORE_TOKEN']) expect(error.detail).not.toContain(form);
});

test('is not passed to the verifier, which gets a placeholder', async () => {
  // With a dot after every character, so that it is not masked on the way.
  const script = `while [ "$1" != --state-change-url ]; do shift; done
    curl -s -d '{"action":"setup","state":"s","params":{}}' "$2" | sed 's/./&./g'; exit 3`;
  const baseUrl = await startLeakyServer();
  const { detail } = await kitErrorOf(
    verifyFiles({
      baseUrl,
      token: SECRET,
      pactFiles: [committedPact],
      contract,
      binary: fakeVerifier(script),
    }),
  );
  const dotted = (text: string) => text.replace(/./g, '$&.');
  expect(detail).toContain(dotted('{"token":"stand-in-'));
  for (const form of forms) expect(detail).not.toContain(dotted(form));
});

test('is not sent for other local processes that know the arguments of the verifier', async () => {
  let calls = 0;
  const baseUrl = await startHttpServer((request, response) => {
    calls += 1;
    request.resume();
    response.end();
  });
  const script = `while [ $# -gt 0 ]; do
      case "$1" in --port) port=$2 ;; --state-change-url) states=$2 ;; esac
      shift
    done
    curl -s -H "x-plant-store-interaction: \${states##*/}-0-0" "http://127.0.0.1:$port/plants"; exit 3`;
  const binary = fakeVerifier(script);
  await kitErrorOf(verifyFiles({ baseUrl, token: SECRET, pactFiles: [committedPact], contract, binary }));
  expect(calls).toBe(0);
});

test('that is short is masked as a whole word, not within words', () => {
  const redact = createMask(['s', 'Dev-1']);
  expect(redact('{"status":"s"} Bearer s; says Dev-1, Dev-12 is')).toBe(
    '{"status":"$PLANT_STORE_TOKEN"} Bearer $PLANT_STORE_TOKEN; says $PLANT_STORE_TOKEN, Dev-12 is',
  );
});

test('that is long is also masked within words', () => {
  expect(createMask(['a-long-secret.$&'])('xa-long-secret.$&x A-LONG-SECRET.$&')).toBe(
    'x$PLANT_STORE_TOKENx $PLANT_STORE_TOKEN',
  );
});

test('is not in the error when the verifier prints it', async () => {
  const binary = fakeVerifier(`printf '%s' '${SECRET}'; kill -9 $$`);
  const baseUrl = await startLeakyServer();
  const error = await kitErrorOf(verifyFiles({ baseUrl, token: SECRET, pactFiles: [committedPact], contract, binary }));
  expect(error.detail).toContain('$PLANT_STORE_TOKEN');
  expect(inspect(error, { depth: 20 })).not.toContain(SECRET);
});

test('is not in the output of the command', async () => {
  const baseUrl = await startLeakyServer();
  for (const extra of [[], ['--json']]) {
    const output = await run(['pact', 'verify', baseUrl, ...extra]);
    expect(output).toContain('$PLANT_STORE_TOKEN');
    for (const form of forms) expect(output).not.toContain(form);
  }
});

async function run(args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await runPlantStore(args, SECRET);
  return `${stdout}\n${stderr}`;
}
