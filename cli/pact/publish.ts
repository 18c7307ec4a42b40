import { type PublishResult, publishPacts } from '../../contracts/pact/broker/publish.ts';
import { count } from '../../contracts/report/words.ts';
import { KitError } from '../../errors.ts';
import { stringifyJson } from '../../spec/exact-json.ts';
import { visible } from '../../text.ts';
import type { Command, CommandInput } from '../command.ts';
import { commonOptions, flag, refuseExtra, text, texts } from '../options.ts';
import { brokerAccess, brokerOptions } from './broker-options.ts';
import { revision } from './revision.ts';

export const command: Command = {
  name: 'pact publish',
  summary: "Publish a consumer's pacts to a Pact Broker",
  usage: 'plant-store pact publish --pact FILE|DIR ... [options]',
  examples: [
    'plant-store pact publish --pact pacts --broker http://127.0.0.1:9292',
    'PACT_BROKER_TOKEN=... plant-store pact publish --pact pacts/web-plant-store.json --version "$SHA" --branch main',
  ],
  options: {
    pact: {
      type: 'string',
      multiple: true,
      value: 'FILE|DIR',
      help: 'a pact, or a folder of them (repeatable)',
    },
    version: {
      type: 'string',
      value: 'V',
      help: 'of the consumer (default: the git commit that is checked out)',
    },
    branch: { type: 'string', value: 'B', help: 'of the consumer (default: that of CI or of git)' },
    tag: { type: 'string', multiple: true, value: 'T', help: 'a tag for the version (repeatable)' },
    'build-url': { type: 'string', value: 'URL', help: 'of the CI build, shown with the version' },
    ...brokerOptions,
    json: commonOptions.json,
  },
  run,
};

async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 0);
  const access = brokerAccess(input);
  const pacts = texts(input, 'pact');
  if (pacts.length === 0) throw new KitError('argument-missing', '--pact is missing: which pacts?');
  const { version, branch, notes } = await revision({
    version: text(input, 'version'),
    branch: text(input, 'branch'),
  });
  for (const note of notes) process.stderr.write(`${visible(note)}\n`);
  const result = await publishPacts({
    ...{ access, pacts, version, branch },
    tags: texts(input, 'tag'),
    buildUrl: text(input, 'build-url'),
  });
  const data = { version, branch: branch ?? null, published: result.published.map((one) => ({ ...one })) };
  process.stdout.write(
    flag(input, 'json')
      ? `${stringifyJson({ ...data, notices: result.notices }, 2)}\n`
      : inWords(result, version),
  );
  return 0;
}

function inWords({ published, notices }: PublishResult, version: string): string {
  return [
    ...published.map(
      ({ consumer, provider, interactions, file }) =>
        `published  ${consumer} ${version} and ${provider}: ${count(interactions, 'interaction')}  ${file}`,
    ),
    ...notices.map((notice) => `  broker   ${notice}`),
  ]
    .map((line) => `${visible(line)}\n`)
    .join('');
}
