import { type PublishResult, publishPacts } from '../../../contracts/pact/broker/publish.ts';
import { count } from '../../../contracts/report/words.ts';
import { KitError } from '../../../errors.ts';
import { printedJson, visible } from '../../../text.ts';
import type { CommandInput } from '../../command.ts';
import { flag, refuseExtra, text, texts } from '../../options/values.ts';
import { brokerAccess } from './broker-options.ts';
import { revision } from './revision.ts';

/** `plant-store pact publish`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
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
    flag(input, 'json') ? printedJson({ ...data, notices: result.notices }) : inWords(result, version),
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
