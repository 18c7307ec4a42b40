/** `plant-store mock`: the fake store in the foreground, until it is told to stop. */
import { KitError } from '../errors.ts';
import { readyLines } from '../mock/ready.ts';
import { DEFAULT_TOKEN } from '../mock/request/auth.ts';
import { type ServeOptions, serveMock } from '../mock/server.ts';
import { loadContract } from '../spec/load.ts';
import type { Command, CommandInput } from './command.ts';
import { commonOptions, flag, integer, refuseExtra, specSource, text, texts } from './options.ts';

export const command: Command = {
  name: 'mock',
  summary: 'Serve a fake store that answers as the document says',
  usage: 'plant-store mock [options]',
  examples: [
    'plant-store mock',
    'plant-store mock --spec api.yaml --port 0 --no-auth',
    'PLANT_STORE_TOKEN=s3cret plant-store mock --delay 250',
    'plant-store mock --dynamic --seed 7',
  ],
  options: {
    spec: commonOptions.spec,
    port: { type: 'string', value: 'N', help: 'the port to listen on; 0 takes a free one (default: 4010)' },
    host: { type: 'string', value: 'HOST', help: 'the address to listen on (default: 127.0.0.1)' },
    token: {
      type: 'string',
      multiple: true,
      value: 'T',
      help: `a token to accept (repeatable; else PLANT_STORE_TOKEN, else ${DEFAULT_TOKEN})`,
    },
    'no-auth': { type: 'boolean', help: 'accept every call without credentials' },
    delay: {
      type: 'string',
      value: 'MS',
      help: 'wait so many milliseconds before each answer; 100-300 for any time between',
    },
    seed: { type: 'string', value: 'N', help: 'make dynamic values the same on every run' },
    dynamic: { type: 'boolean', help: 'make up values in place of the declared examples' },
  },
  run,
};

async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 0);
  const given = givenTokens(input);
  const options = readOptions(input, given);
  const contract = await loadContract(specSource(input));
  // Whoever reads the log may close it; the store goes on.
  process.stderr.on('error', () => undefined);
  const mock = await serveMock(contract, options);
  const stopped = stopSignal();
  const facts = {
    url: mock.url,
    token: mock.token,
    isTokenSecret: given.length > 0,
    auth: options.auth !== false,
  };
  process.stdout.write(`${readyLines(contract, facts).join('\n')}\n`);
  await stopped;
  await mock.close();
  return 0;
}

function readOptions(input: CommandInput, tokens: readonly string[]): ServeOptions {
  const seed = integer(input, 'seed');
  return {
    port: integer(input, 'port', { max: 65_535 }) ?? 4010,
    host: host(input),
    auth: !flag(input, 'no-auth'),
    delay: text(input, 'delay') ?? 0,
    dynamic: flag(input, 'dynamic'),
    log: (line) => process.stderr.write(`${line}\n`),
    ...(tokens.length === 0 ? {} : { tokens }),
    ...(seed === undefined ? {} : { seed }),
  };
}

function host(input: CommandInput): string {
  const given = text(input, 'host') ?? '127.0.0.1';
  if (/^[\w.:-]+$/.test(given)) return given;
  throw new KitError('option-invalid', `--host ${JSON.stringify(given)}: expected an address or a host name`);
}

/** The value of a token is never repeated in a message. */
function givenTokens(input: CommandInput): readonly string[] {
  const fromEnvironment = process.env.PLANT_STORE_TOKEN ?? '';
  const given = texts(input, 'token');
  const tokens = given.length > 0 || fromEnvironment === '' ? given : [fromEnvironment];
  const source = given.length > 0 ? '--token' : 'PLANT_STORE_TOKEN';
  for (const token of tokens) {
    if (!/^[\x21-\x7e]+$/.test(token)) {
      throw new KitError(
        'option-invalid',
        `${source}: expected visible ASCII characters without spaces, at least one`,
      );
    }
  }
  return tokens;
}

/** Resolves at the first request to stop; a second one ends the process at once, as it does by default. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
